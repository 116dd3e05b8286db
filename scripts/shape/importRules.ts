import type { IForbiddenRuleType } from 'dependency-cruiser'

// Which way imports may point. Every rule says what it guards; what no rule forbids is allowed. Tests are beside the code they
// test and may reach anywhere; what is only for tests is kept out of the product by its own rule.

const TESTS = '\\.test\\.tsx?$|(^|/)testing/|[cC]ontract(\\.ts$|/)'
/** The file of client/ that runs on Node while the page is built. */
const BUILDING = '^client/vite\\.config\\.ts$'

/** Regions, frame, species: the one feature that all may know. */
const WORLD = 'shared/features/world/'

/** A package, as it is named before and after it was found on the disk. */
const packages = (...names: string[]): string => `^(node_modules/)?(${names.join('|')})(/|$)`

const OURS = '^(shared|server|client|scripts)/'

/** Any package at all: every path that is not one of our folders and not a module of Node itself. */
const ANY_PACKAGE = '^node_modules/'

const CORE_ALLOWED_IN_FEATURES = '^(crypto|timers/promises|buffer)$'

type Folders = { readonly only: readonly string[]; readonly because: string }

/** Files under `from` may import, of all that is ours, the folders in `only`. */
function mayImport(name: string, from: string, { only, because }: Folders): IForbiddenRuleType {
  return {
    name,
    comment: because,
    severity: 'error',
    from: { path: from, pathNot: TESTS },
    to: { path: OURS, pathNot: only.map((folder) => `^${folder}`) },
  }
}

const ENGINE_AND_SHARED = ['shared/', 'server/engine/']

/**
 * A folder that hangs off the app: it runs with the engine and itself, no other such folder, and no feature unless named here.
 * It may name the types of the values that the app passes to it.
 */
function hangsOffApp(folder: string, ...more: string[]): IForbiddenRuleType {
  return {
    name: `server-${folder}`,
    comment: `server/${folder} translates between the engine and the outside. server/app puts it together with the rest.`,
    severity: 'error',
    from: { path: `^server/${folder}/`, pathNot: TESTS },
    to: {
      path: OURS,
      pathNot: [...ENGINE_AND_SHARED, `server/${folder}/`, ...more].map((each) => `^${each}`),
      dependencyTypesNot: ['type-only'],
    },
  }
}

const betweenFolders: IForbiddenRuleType[] = [
  mayImport('shared-engine', '^shared/engine/', {
    only: ['shared/engine/', WORLD],
    because: 'The words of the engine come first: they know no message and no feature.',
  }),
  mayImport('shared-protocol', '^shared/protocol/', {
    only: ['shared/engine/', 'shared/protocol/', WORLD],
    because: 'The wire carries every feature and therefore knows none.',
  }),
  mayImport('shared-world', `^${WORLD}`, {
    only: ['shared/engine/', WORLD],
    because: 'All may know the world, and would know through it whatever it knew.',
  }),
  mayImport('shared', '^shared/', { only: ['shared/'], because: 'What both sides agree on knows neither side.' }),
  mayImport('server-engine', '^server/engine/', {
    only: ['shared/engine/', 'shared/protocol/', WORLD, 'server/engine/'],
    because: 'The engine carries every feature and therefore knows none.',
  }),
  mayImport('server-features', '^server/features/', {
    only: [...ENGINE_AND_SHARED, 'server/features/'],
    because:
      'A feature reaches the world through documents and deliveries, never through sockets, storage or the game.',
  }),
  ...['game', 'storage', 'gateway', 'http', 'cluster', 'observability', 'outbound'].map((folder) =>
    hangsOffApp(folder),
  ),
  hangsOffApp('auth', 'server/features/', 'server/http/', 'server/game/simulator/personas'),
  mayImport('server', '^server/', { only: ['shared/', 'server/'], because: 'The server knows no page and no script.' }),
  mayImport('client-ui', '^client/(ui|themes)/', {
    only: ['client/ui/', 'client/themes/', 'client/connection/', 'shared/engine/', WORLD],
    because: 'Controls and themes know no feature, so that every feature can use them.',
  }),
  mayImport('client-connection', '^client/connection/', {
    only: ['client/connection/', 'shared/engine/', 'shared/protocol/', WORLD],
    because: 'The connection carries every feature and therefore knows none.',
  }),
  mayImport('client', '^client/', {
    only: ['client/', 'shared/'],
    because: 'The page knows the server only by what they share.',
  }),
  {
    name: 'only-app-knows-all',
    comment: 'Only server/app, main.ts and the test app know everything: all else is given what it needs.',
    severity: 'error',
    from: { path: '^server/(?!app/|config/)[^/]+/', pathNot: TESTS },
    to: { path: '^server/(app/|[^/]+\\.ts$)', dependencyTypesNot: ['type-only'] },
  },
]

const outsideWorld: IForbiddenRuleType[] = [
  {
    name: 'shared-runs-anywhere',
    comment: 'Shared code runs in the browser as well: nothing of Node.',
    severity: 'error',
    from: { path: '^(shared|client)/', pathNot: `${TESTS}|${BUILDING}` },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'features-use-no-core',
    comment:
      'A rule that reads files or the network is not a rule; hashing and random ids are all that features need of Node.',
    severity: 'error',
    from: { path: '^server/features/', pathNot: TESTS },
    to: { dependencyTypes: ['core'], pathNot: CORE_ALLOWED_IN_FEATURES },
  },
  {
    name: 'features-use-no-vendor',
    comment: 'Vendors are at the edge, each in one file; features are plain functions over documents.',
    severity: 'error',
    from: { path: '^server/features/', pathNot: TESTS },
    to: { path: ANY_PACKAGE, pathNot: packages('zod', 'immer') },
  },
  {
    name: 'shared-uses-no-vendor',
    comment: 'Shared code describes; zod is what it describes with.',
    severity: 'error',
    from: { path: '^shared/', pathNot: TESTS },
    to: { path: ANY_PACKAGE, pathNot: packages('zod', 'immer') },
  },
  {
    name: 'only-the-connection-knows-sockets',
    comment: 'Screens watch documents; how those arrive is the affair of client/connection.',
    severity: 'error',
    from: { path: '^client/', pathNot: `^client/connection/|${TESTS}` },
    to: { path: packages('socket\\.io-client') },
  },
  {
    name: 'client-uses-no-server-vendor',
    comment: 'These run on the server only.',
    severity: 'error',
    from: { path: '^client/', pathNot: TESTS },
    to: { path: packages('fastify', '@fastify/[^/]+', 'socket\\.io', 'pino', 'prom-client', 'sharp') },
  },
]

const everywhere: IForbiddenRuleType[] = [
  {
    name: 'no-cycle',
    comment: 'Two files that need each other are one file, or need a third.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-test-in-product',
    comment: 'What is only for tests is not part of the product.',
    severity: 'error',
    from: { path: '^(shared|server|client)/', pathNot: TESTS },
    to: { path: `${TESTS}|^scripts/test/`, pathNot: ANY_PACKAGE },
  },
  {
    name: 'no-test-tool-in-product',
    comment: 'Tools of the tests are not installed where the product runs.',
    severity: 'error',
    from: { path: '^(shared|server|client)/', pathNot: TESTS },
    to: { path: packages('vitest', 'fast-check', 'playwright-core', 'axe-core', '@colyseus/schema', 'ws') },
  },
  {
    name: 'no-unknown-import',
    comment: 'What is imported must be there.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
]

export const importRules: readonly IForbiddenRuleType[] = [...betweenFolders, ...outsideWorld, ...everywhere]
