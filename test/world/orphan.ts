// A test process whose parent was killed must not go on: nobody reads what it finds, and its worlds would live for ever.
const known = Symbol.for('ultraloop.orphan');
const shared = globalThis as { [known]?: true };

// Files may share a process.
if (!shared[known]) process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
shared[known] = true;

export {};
