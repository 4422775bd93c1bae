import { createHmac, generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { at, createWorld, KEY, REPO, signJwt, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

test('an app proves itself with a JWT of ten minutes at most, signed with its own key', async () => {
  const app = (await world.asApp().rest.apps.getAuthenticated()).data;
  expect(app).toMatchObject({ id: 4242, slug: 'ultraloop' });
  const status = async (jwt: string): Promise<number> =>
    (await fetch(`${world.github.apiUrl}/app`, { headers: { authorization: `Bearer ${jwt}` } })).status;
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString();
  expect(await status(signJwt(4242, otherKey))).toBe(401);
  expect(await status(signJwt(4242, KEY, { seconds: 3600 }))).toBe(401);
  expect(await status(signJwt(4242, KEY, { seconds: -1 }))).toBe(401);
  expect(await status('nonsense')).toBe(401);
});

test('tokens are long and opaque, can be narrowed, and end', async () => {
  const token = await world.token({ permissions: { issues: 'read' }, repositories: ['widgets'] });
  expect(token).toMatch(/^ghs_[\w.-]{500,}$/);
  expect(token).toMatch(/\./);
  const octokit = world.octokit(token);
  await octokit.rest.issues.listForRepo(at);
  const refused = { status: 403, message: expect.stringContaining('Resource not accessible by integration') };
  await expect(octokit.rest.issues.create({ ...at, title: 'No' })).rejects.toMatchObject(refused);
  await expect(octokit.rest.pulls.list(at)).rejects.toMatchObject(refused);
  await expect(world.token({ permissions: { workflows: 'write' } })).rejects.toMatchObject({ status: 422 });
  await expect(world.token({ repositories: ['others'] })).rejects.toMatchObject({ status: 422 });

  await octokit.rest.apps.revokeInstallationAccessToken();
  await expect(octokit.rest.issues.listForRepo(at)).rejects.toMatchObject({ status: 401 });
  const later = world.octokit(await world.token());
  world.github.expireTokens();
  await expect(later.rest.issues.listForRepo(at)).rejects.toMatchObject({ status: 401 });
});

test('a token reaches only the repositories of its installation', async () => {
  await world.github.createRepo({ owner: 'acme', name: 'secret', private: true, files: { a: 'b' } });
  await world.github.createRepo({
    owner: 'acme',
    name: '.github',
    files: { '.github/ultraloop.yml': 'loop: ralph\n' },
  });
  const octokit = world.octokit(await world.token());
  await expect(octokit.rest.repos.get({ owner: 'acme', repo: 'secret' })).rejects.toMatchObject({ status: 404 });
  const shared = await octokit.rest.repos.getContent({
    owner: 'acme',
    repo: '.github',
    path: '.github/ultraloop.yml',
    mediaType: { format: 'raw' },
  });
  expect(shared.data).toBe('loop: ralph\n');
  const repos = await octokit.rest.apps.listReposAccessibleToInstallation();
  expect(repos.data.repositories.map(repo => repo.full_name)).toEqual([REPO]);
  const found = await world.asApp().rest.apps.getRepoInstallation(at);
  expect(found.data.id).toBe(world.installation.id);
});

test('people have roles, and a login that is nobody is 404', async () => {
  const { github } = world;
  github.createUser('keeper');
  github.setPermission(REPO, 'keeper', 'write', 'maintain');
  const octokit = world.octokit(await world.token());
  const role = async (username: string) =>
    (await octokit.rest.repos.getCollaboratorPermissionLevel({ ...at, username })).data;
  expect(await role('mona')).toMatchObject({ permission: 'write', role_name: 'write' });
  expect(await role('keeper')).toMatchObject({ permission: 'write', role_name: 'maintain' });
  expect(await role('stranger')).toMatchObject({ permission: 'read' });
  await expect(role('nobody-at-all')).rejects.toMatchObject({ status: 404 });
});

test('teams are read with the members permission', async () => {
  world.github.createTeam('acme', 'owners', ['mona', 'keeper']);
  const read = async (token: string) =>
    world.octokit(token).rest.teams.listMembersInOrg({ org: 'acme', team_slug: 'owners' });
  expect((await read(await world.token())).data.map(member => member.login)).toEqual(['mona', 'keeper']);
  await expect(read(await world.token({ permissions: { issues: 'write' } }))).rejects.toMatchObject({ status: 403 });
  const all = await world.octokit(await world.token()).rest.repos.listTeams(at);
  expect(all.data.map(team => team.slug)).toEqual(['owners']);
});

test('deliveries are signed, and a failed one waits for its redelivery with the same GUID', async () => {
  const { github } = world;
  github.paused = true;
  await github.as('mona').openIssue(REPO, { title: 'While the app is down' });
  await github.idle();
  expect(world.heard).toEqual([]);
  github.paused = false;
  const listed = await world.asApp().rest.apps.listWebhookDeliveries({ per_page: 1 });
  const failed = listed.data[0];
  expect(failed).toMatchObject({ event: 'issues', action: 'opened', status_code: 0, redelivery: false });
  await world.asApp().rest.apps.redeliverWebhookDelivery({ delivery_id: failed?.id ?? 0 });
  await github.idle();
  const [heard] = world.heard;
  expect(heard?.guid).toBe(failed?.guid);
  expect(heard?.headers['x-hub-signature-256']).toBe(
    `sha256=${createHmac('sha256', 'secret')
      .update(heard?.body ?? '')
      .digest('hex')}`,
  );
  expect(heard?.headers['x-github-hook-installation-target-id']).toBe('4242');
  expect(heard?.payload).toMatchObject({
    organization: { login: 'acme' },
    installation: { id: world.installation.id },
    sender: { login: 'mona' },
  });
  const whole = await world.asApp().rest.apps.getWebhookDelivery({ delivery_id: github.deliveries.at(-1)?.id ?? 0 });
  expect(whole.data).toMatchObject({ redelivery: true, status_code: 200 });
});

test('deliveries keep their order, and a slow app does not hold up the caller', async () => {
  world.answerWith.delayMs = 200;
  const mona = world.github.as('mona');
  const { number } = await mona.openIssue(REPO, { title: 'One' });
  await mona.comment(REPO, number, 'two');
  await mona.closeIssue(REPO, number);
  expect(world.github.deliveries.at(-1)?.statusCode).toBe(null);
  await world.github.idle();
  expect(world.names()).toEqual(['issues.opened', 'issue_comment.created', 'issues.closed']);
});

test('an app that does not answer in time has a failed delivery', async () => {
  await world.close();
  world = await createWorld({ deliveryTimeoutMs: 50 });
  world.answerWith.delayMs = 500;
  await world.github.as('mona').openIssue(REPO, { title: 'Slow' });
  await world.github.idle();
  expect(world.github.deliveries.at(-1)).toMatchObject({ statusCode: 0, status: 'timed out' });
});

test('an app hears what it subscribed to, what it may read, and its own events', async () => {
  const octokit = world.octokit(await world.token());
  await octokit.rest.issues.create({ ...at, title: 'By the app' });
  world.app.events = ['push'];
  await octokit.rest.issues.create({ ...at, title: 'Unheard' });
  await world.github.idle();
  expect(world.names()).toEqual(['issues.opened']);
  expect(world.heard[0]?.payload).toMatchObject({ sender: { login: 'ultraloop[bot]', type: 'Bot' } });
});

test('installing, adding, removing, deleting and ping are told', async () => {
  const { github } = world;
  await github.createRepo({ owner: 'acme', name: 'more', files: { a: 'b' } });
  const installation = github.install(world.app, 'acme/more');
  github.removeFromInstallation(installation, 'acme/more');
  github.ping(world.app);
  github.uninstall(installation);
  await github.idle();
  expect(world.names()).toEqual([
    'installation_repositories.added',
    'installation_repositories.removed',
    'ping',
    'installation.deleted',
  ]);
});
