import { cp, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'

const root = import.meta.dirname
const ours = /[\\/](client[\\/](ui|connection|shell|features)|shared)[\\/]/
/** The frame and the home page. */
const firstScreen = /[\\/](main|HomeScreen)\.tsx$/
/** What every page loads once it is shown, and what is below the greeting of the home page. */
const idleParts = /[\\/](NextEvent|EventsArea|ServerNotices|HomeFoot)\.tsx$/
/** What the frame has for those who are signed in, and the sign-in menu. */
const signedInParts =
  /[\\/](AccountPanel|LogOutEverywhere|SignInPanel|Balances|OwnAnimal|OwnBan|Registration|RoleNotice|ViewAs|VisitReward)\.tsx$/
/** What is in one file because it is fetched together: each module goes to the first that needs it. */
const together = { common: firstScreen, idle: idleParts, signedIn: signedInParts }
const hub = { target: 'http://127.0.0.1:8080', ws: true }

interface Options {
  /** Files below so many bytes are merged with others. */
  readonly mergedBelow?: number
  readonly outDir?: string
}

export const configOf = ({ mergedBelow = 10_000, outDir = `${root}/../build/client` }: Options): UserConfig => ({
  root,
  publicDir: `${root}/public`,
  plugins: [react(), onlyWebSockets(), noCircles(), mapArt(`${root}/../build/map`)],
  resolve: {
    alias: [
      { find: /^zod$/, replacement: `${root}/zod.ts` },
      // What wouter takes from there is for React before 18.
      { find: /^use-sync-external-store\/shim.*$/, replacement: 'react' },
    ],
  },
  build: {
    outDir,
    emptyOutDir: true,
    // The hub's content security policy allows no data: URLs for fonts and images, so nothing is inlined into styles.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // All know `light-dark()`. Lowered for older ones it would follow a `color-scheme` in the styles, and the theme sets it by script.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      // Of Engine.IO's client only what is called is kept.
      treeshake: { moduleSideEffects: [{ test: /[\\/]engine\.io-client[\\/]/, sideEffects: false }] },
      output: {
        // The first page lists all files: those of many screens are not named after them, and hashes are as short as they may be.
        chunkFileNames: ({ name }) => (name.includes('~') ? 'assets/[hash:7].js' : 'assets/[name]-[hash:7].js'),
        assetFileNames: ({ names: [name = ''] }) =>
          name.includes('~') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash:7][extname]',
        // What the frame and the home page need is one chunk, what many of the other screens need is another, and modules shared by three or
        // more of these go into few: the page of games loads 44 files instead of 99, and the first one no code of other screens. A file of
        // few bytes costs the browser, the network and the hub some 8 ms of CPU time together.
        codeSplitting: {
          groups: [
            // Modules that are run on demand must not be in a chunk that imports its importers: they would not be there yet.
            { name: 'common', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            {
              name: (id, context) => {
                const isIn = ([, roots]: [string, RegExp]) => isPartOf(roots, id, (each) => context.getModuleInfo(each))
                return Object.entries(together).find(isIn)?.[0] ?? null
              },
              test: ours,
              priority: 2,
            },
            // What one of these modules imports is needed by as many, so their chunk can close no circle.
            { name: 'manyScreens', test: ours, minShareCount: 6, priority: 1 },
            // Declarations are run on demand too, and import nothing of the client: in a chunk of their own they can close no circle.
            {
              name: 'shared',
              test: /[\\/]shared[\\/]/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: Math.min(mergedBelow, 4_000),
            },
            {
              name: 'screens',
              test: ours,
              minShareCount: 3,
              maxModuleSize: 20_000,
              entriesAware: true,
              entriesAwareMergeThreshold: mergedBelow,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/socket.io': hub, '/api': hub, '/auth': hub, '/map-image': hub } },
})

export default defineConfig(configOf({}))

/** Whether a module is one of these, or one of them imports it, directly or indirectly. */
function isPartOf(
  roots: RegExp,
  id: string,
  infoOf: (id: string) => Rolldown.ModuleInfo | null,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return roots.test(id) || (infoOf(id)?.importers.some((each) => isPartOf(roots, each, infoOf, seen)) ?? false)
}

/** Socket.IO's client without its other ways to a hub: pages open WebSockets alone (connection/wire.ts). */
function onlyWebSockets(): Plugin {
  return {
    name: 'only-web-sockets',
    load: {
      filter: { id: /[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]index\.js$/ },
      handler: () => "import { WS } from './websocket.js'\nexport const transports = { websocket: WS }",
    },
  }
}

/** Begins the message of a build that is refused because of such files. */
export const circleText = 'These files import each other'

/** Fails a build with files that import each other: one of them would run before what it needs is there. */
function noCircles(): Plugin {
  return {
    name: 'no-circles',
    generateBundle(_options, bundle) {
      const importsOf = (file: string) => {
        const one = bundle[file]
        return one?.type === 'chunk' ? one.imports : []
      }
      const checked = new Set<string>()
      const follow = (file: string, path: readonly string[]) => {
        if (path.includes(file)) this.error(`${circleText}: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`)
        if (checked.has(file)) return
        for (const each of importsOf(file)) follow(each, [...path, file])
        checked.add(file)
      }
      for (const file of Object.keys(bundle)) follow(file, [])
    },
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Serves the drawn island at `/map/…`: copied on build, read from its folder during development. Without it the page
 * works and draws a placeholder.
 * @param folder output folder of `scripts/drawIsland.ts`
 */
function mapArt(folder: string): Plugin {
  let outDir = ''
  return {
    name: 'map-art',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      if (await isThere(folder)) await cp(folder, join(outDir, 'map'), { recursive: true })
      else this.warn(`No island is drawn at ${folder}: the page will show its placeholder.`)
    },
    configureServer(server) {
      server.middlewares.use('/map', (request, response, next) => {
        const name = basename(request.url ?? '')
        if (!/^[\w-]+\.webp$/.test(name)) return next()
        readFile(join(folder, name)).then(
          (picture) => response.setHeader('content-type', 'image/webp').end(picture),
          () => response.writeHead(404).end(),
        )
      })
    },
  }
}
