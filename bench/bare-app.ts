// A Probot app with an empty handler: what our app is compared with.
import { Probot, Server } from 'probot';
import { answer } from './child.ts';

const { APP_ID = '', PRIVATE_KEY = '', WEBHOOK_SECRET = '', PORT = '' } = process.env;
const server = new Server({
  Probot: Probot.defaults({ appId: APP_ID, privateKey: PRIVATE_KEY, secret: WEBHOOK_SECRET }),
  host: '127.0.0.1',
  port: Number(PORT),
});
await server.load(app => {
  app.on('issue_comment.created', async () => {});
});
await server.start();
answer({});
process.send?.({ listening: `http://127.0.0.1:${PORT}` });
process.once('SIGTERM', () => process.exit(0));
