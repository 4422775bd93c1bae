// What happens now, one line each: with a turning sign and the seconds where a terminal is, plain lines where not.
import type { Colours } from './colours.ts';

const FRAMES = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
const FRAME_MS = 80;
/** Where nothing can turn, what takes longer than this is announced. */
const PATIENCE_MS = 1_000;
const WIDTH = 46;
const CLEAR = '\r\x1b[2K';

export interface Live {
  /** A line that stays. */
  line(text: string): void;
  /** Something begins; what ran before is done. */
  begin(label: string): void;
  /** What runs is done, or broken off. */
  end(sign?: '✔' | '✘'): void;
  /** Shows the work while it is done. */
  during<T>(label: string, work: () => Promise<T>): Promise<T>;
}

interface Screen {
  write(text: string): void;
  /** Whether a line can be written over. */
  moves: boolean;
  colours: Colours;
}

export function openLive({ write, moves, colours }: Screen): Live {
  let current: { label: string; since: number; timer: NodeJS.Timeout } | undefined;
  let frame = 0;
  const seconds = (): string => `${((Date.now() - (current?.since ?? 0)) / 1000).toFixed(1)} s`;
  const row = (sign: string): string =>
    `  ${sign} ${(current?.label ?? '').padEnd(WIDTH)} ${colours.dim(seconds().padStart(7))}`;
  const draw = (): void => {
    frame = (frame + 1) % FRAMES.length;
    write(`${CLEAR}${row(colours.cyan(FRAMES[frame] ?? ''))}`);
  };
  const announce = (label: string): NodeJS.Timeout =>
    moves ? setInterval(draw, FRAME_MS) : setTimeout(() => write(`  … ${label}\n`), PATIENCE_MS);
  const live: Live = {
    line(text) {
      write(`${moves && current ? CLEAR : ''}${text}\n`);
      if (moves && current) draw();
    },
    begin(label) {
      if (current?.label === label) return;
      live.end();
      current = { label, since: Date.now(), timer: announce(label) };
      if (moves) draw();
    },
    end(sign = '✔') {
      if (!current) return;
      clearInterval(current.timer);
      write(`${moves ? CLEAR : ''}${row(sign === '✔' ? colours.green(sign) : colours.red(sign))}\n`);
      current = undefined;
    },
    async during(label, work) {
      live.begin(label);
      try {
        const result = await work();
        live.end();
        return result;
      } catch (error) {
        live.end('✘');
        throw error;
      }
    },
  };
  return live;
}
