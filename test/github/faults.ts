// What can go wrong on the way, on demand: errors, cut connections, delays.
export interface Fault {
  method?: string;
  path?: RegExp;
  times?: number; // once when left out
  status?: number;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  lostResponse?: true; // the work is done, then the connection is cut
  delayMs?: number;
  git?: true; // meets git's own requests instead of the API's
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  left(): number;
}

export interface FaultBox extends Faults {
  take(method: string, path: string, git: boolean): Fault | null;
}

export function createFaults(): FaultBox {
  let faults: (Fault & { left: number })[] = [];
  return {
    add(fault) {
      faults.push({ ...fault, left: fault.times ?? 1 });
    },
    clear() {
      faults = [];
    },
    left: () => faults.reduce((sum, fault) => sum + fault.left, 0),
    take(method, path, git) {
      const found = faults.find(fault => meets(fault, method, path, git));
      if (!found) return null;
      found.left -= 1;
      faults = faults.filter(fault => fault.left > 0);
      return found;
    },
  };
}

function meets(fault: Fault, method: string, path: string, git: boolean): boolean {
  if (Boolean(fault.git) !== git) return false;
  if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
  return fault.path === undefined || fault.path.test(path);
}
