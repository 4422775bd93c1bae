// Which files belong to which layer of a slice when the configuration does not say (R5): the seed's folders, wherever they lie.

export const LAYERS: Record<string, string[]> = {
  schema: ['**/migrations/**', '**/models/**', '**/schema/**', '**/schema.*', '**/*.schema.*', '**/*.sql'],
  api: ['**/controllers/**', '**/routes/**', '**/services/**'],
  ui: ['**/components/**', '**/pages/**', '**/frontend/src/**'],
  tests: ['**/*.test.*', '**/*.spec.*', '**/e2e/**'],
};
