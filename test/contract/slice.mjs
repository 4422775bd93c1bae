// Cuts GitHub's own descriptions down to what the simulator serves. Run by hand when an operation is added:
//   npm pack @octokit/openapi@23.0.2 @octokit/openapi-webhooks@12.1.0     (then unpack both)
//   node test/contract/slice.mjs openapi  <generated/api.github.com.json> test/contract/openapi.slice.json
//   node test/contract/slice.mjs webhooks <generated/api.github.com.json> test/contract/webhooks.slice.json
import fs from 'node:fs';
import { operations, webhooks } from './slice-list.mjs';

const PROSE = new Set(['example', 'examples', 'x-octokit', 'x-github', 'x-githubEnterpriseOverlays', 'externalDocs']);

// A property may itself be called "description" or "tags", so prose is dropped only outside `properties`.
function strip(node, inProperties = false) {
  if (Array.isArray(node)) return node.map(item => strip(item));
  if (node === null || typeof node !== 'object') return node;
  const out = {};
  for (const [key, value] of Object.entries(node)) {
    if (!inProperties && PROSE.has(key)) continue;
    if (!inProperties && (key === 'description' || key === 'summary') && typeof value === 'string') continue;
    if (!inProperties && key === 'tags') continue;
    out[key] = strip(value, key === 'properties' && !inProperties);
  }
  return out;
}

function references(node, found = []) {
  if (Array.isArray(node)) for (const item of node) references(item, found);
  else if (node !== null && typeof node === 'object') {
    if (typeof node.$ref === 'string') found.push(node.$ref);
    for (const value of Object.values(node)) references(value, found);
  }
  return found;
}

function withComponents(source, kept) {
  const components = {};
  const todo = references(kept);
  for (let ref = todo.pop(); ref !== undefined; ref = todo.pop()) {
    const [, , group, name] = ref.split('/');
    components[group] ??= {};
    if (components[group][name]) continue;
    components[group][name] = strip(source.components[group][name]);
    todo.push(...references(components[group][name]));
  }
  return components;
}

function sliceOperations(source) {
  const paths = {};
  const missing = new Set(operations);
  for (const [path, item] of Object.entries(source.paths)) {
    for (const method of ['get', 'put', 'post', 'patch', 'delete']) {
      if (!missing.delete(item[method]?.operationId)) continue;
      paths[path] ??= {};
      paths[path][method] = strip(item[method]);
    }
  }
  if (missing.size > 0) throw new Error(`not in the description: ${[...missing].join(', ')}`);
  return { openapi: source.openapi, info: source.info, paths, components: withComponents(source, paths) };
}

function sliceWebhooks(source) {
  const kept = {};
  for (const name of webhooks) {
    if (!source.webhooks[name]) throw new Error(`not in the description: ${name}`);
    kept[name] = strip(source.webhooks[name]);
  }
  return { openapi: source.openapi, info: source.info, webhooks: kept, components: withComponents(source, kept) };
}

const [kind, from, to] = process.argv.slice(2);
const source = JSON.parse(fs.readFileSync(from, 'utf8'));
const slice = kind === 'webhooks' ? sliceWebhooks(source) : sliceOperations(source);
slice.info = { title: source.info.title, version: source.info.version, license: source.info.license };
fs.writeFileSync(to, `${JSON.stringify(slice)}\n`);
console.log(`${to}: ${fs.statSync(to).size} bytes`);
