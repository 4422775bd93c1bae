// The frame of every webhook: check the payload, ask who sent it, then read it.
import * as z from 'zod';
import type { Here, Sent } from '../commands/command.ts';
import type { HERE, SENT } from './fields.ts';
import { type Delivery, type Heard, ignored } from './heard.ts';

export type Listener = (payload: unknown, delivery: Delivery) => Heard;

/** Only people steer (K3): what the app itself or any other bot did is not even read. */
export function fromPeople<T extends z.infer<typeof SENT>>(
  schema: z.ZodType<T>,
  read: (event: T, delivery: Delivery) => Heard,
): Listener {
  return listen(schema, (event, delivery) => {
    // `User` is the only kind of account that is a person; a new kind must be thought about first.
    if (event.sender.type !== 'User' || isBotLogin(event.sender.login)) return ignored('not sent by a person');
    return read(event, delivery);
  });
}

/** Things that happened whoever did them: a push, lost access. Nothing the app did itself is news to it. */
export function fromAnyone<T extends z.infer<typeof SENT>>(
  schema: z.ZodType<T>,
  read: (event: T, delivery: Delivery) => Heard,
): Listener {
  return listen(schema, (event, delivery) =>
    isSelf(event.sender.login, delivery) ? ignored('done by the app itself') : read(event, delivery),
  );
}

/** Logins are not case-sensitive. */
export const isSelf = (login: string, { bot }: Delivery): boolean => login.toLowerCase() === bot.toLowerCase();

const isBotLogin = (login: string): boolean => login.toLowerCase().endsWith('[bot]');

function listen<T>(schema: z.ZodType<T>, read: (event: T, delivery: Delivery) => Heard): Listener {
  return (payload, delivery) => {
    const event = schema.safeParse(payload);
    if (event.success) return read(event.data, delivery);
    const fields = new Set(event.error.issues.map(issue => z.core.toDotPath(issue.path)));
    return ignored(`not the payload it should be: ${[...fields].join(', ').slice(0, 200)}`);
  };
}

export function sent({ installation, sender }: z.infer<typeof SENT>, delivery: Delivery): Sent {
  const { id, login, type } = sender;
  return { delivery: delivery.id, installation: installation.id, actor: { id, login, type }, at: delivery.at };
}

export function here(event: z.infer<typeof HERE>, delivery: Delivery): Here {
  const { id, name, owner, default_branch } = event.repository;
  const cloneUrl = `${delivery.server}/${owner.login}/${name}.git`;
  return {
    ...sent(event, delivery),
    repo: { id, owner: owner.login, name, cloneUrl, defaultBranch: default_branch },
  };
}
