import { expect, test } from 'vitest'
import { bringPrograms, installCommands, mayInstall, missingFaults, NEEDED, packagesOf } from './machinePrograms.ts'

interface MachineOptions {
  readonly missing?: readonly string[]
  readonly isStale?: boolean
  /** Packages that do not exist: apt then installs none of the others. */
  readonly unknown?: readonly string[]
  readonly mayInstall?: boolean
  readonly isSlow?: boolean
}

/** A machine that lacks `missing`, has a slow Chromium if `isSlow`, and package lists that are out of date if `isStale`. */
function createMachine(options: MachineOptions) {
  const { missing = ['redis-server', 'chromium'], isStale = false, unknown = [], mayInstall = true } = options
  const lacking = new Set(missing)
  const asked: string[] = []
  let isFresh = !isStale
  let { isSlow = false } = options
  const install = (packages: readonly string[]) => {
    if (!isFresh || packages.some((name) => unknown.includes(name))) return 100
    for (const name of packages) lacking.delete(name.replace('-headless-shell', ''))
    if (packages.includes('chromium-headless-shell')) isSlow = false
    return 0
  }
  const machine = {
    isMissing: ({ name }: { name: string }) => lacking.has(name),
    isSlow: ({ name }: { name: string }) => name === 'chromium' && isSlow,
    readRights: async () => ({ hasAptGet: true, isRoot: mayInstall, hasSudo: false }),
    print: () => {},
    run: async (command: readonly string[]) => {
      const [verb = '', ...rest] = command.slice(command.indexOf('apt-get') + 1)
      asked.push(verb)
      if (verb === 'update') isFresh = true
      return { exitCode: verb === 'update' ? 0 : install(rest), talk: 'what apt said', isLate: false }
    },
  }
  return { machine, asked, isSlow: () => isSlow }
}

test('[PI3] nothing runs when nothing is missing', async () => {
  const { machine, asked } = createMachine({ missing: [] })
  expect(await bringPrograms(NEEDED, machine)).toMatchObject({ passed: 1, failed: 0 })
  expect(asked).toEqual([])
})

test('[PI4] missing programs are installed without fetching the package lists', async () => {
  const { machine, asked } = createMachine({})
  expect(await bringPrograms(NEEDED, machine)).toMatchObject({ passed: 1, failed: 0 })
  expect(asked).toEqual(['install'])
})

test('[PI5] out-of-date package lists are fetched and the installation tried again', async () => {
  const { machine, asked } = createMachine({ isStale: true })
  expect(await bringPrograms(NEEDED, machine)).toMatchObject({ passed: 1, failed: 0 })
  expect(asked).toEqual(['install', 'update', 'install'])
})

test('[PI6] a failed installation is reported with the output of apt and what to do', async () => {
  const { machine } = createMachine({ missing: ['chromium'], unknown: ['chromium', 'chromium-headless-shell'] })
  expect(await bringPrograms(NEEDED, machine)).toEqual({
    passed: 0,
    failed: 1,
    remarks: [
      'chromium could not be installed: install Chromium, or name its program in the variable CHROMIUM.\nwhat apt said',
    ],
  })
})

test('[PI7] a user who may not install gets a fault, and nothing runs', async () => {
  const { machine, asked } = createMachine({ mayInstall: false })
  expect(await bringPrograms(NEEDED, machine)).toMatchObject({ passed: 0, failed: 1 })
  expect(asked).toEqual([])
})

test('[PI8] a system without a headless Chromium gets a complete one', async () => {
  const { machine, asked } = createMachine({ unknown: ['chromium-headless-shell'] })
  expect(await bringPrograms(NEEDED, machine)).toMatchObject({ passed: 1, failed: 0 })
  expect(asked).toEqual(['install', 'update', 'install', 'install'])
})

test('[PI9] a complete Chromium is accepted when the headless one is not available', async () => {
  const quicker = createMachine({ missing: [], isSlow: true })
  expect(await bringPrograms(NEEDED, quicker.machine)).toMatchObject({ passed: 1, failed: 0 })
  expect(quicker.isSlow()).toBe(false)
  const stuck = { missing: [], isSlow: true, unknown: ['chromium-headless-shell'] }
  expect(await bringPrograms(NEEDED, createMachine(stuck).machine)).toMatchObject({ passed: 1, failed: 0 })
  const forbidden = createMachine({ missing: [], isSlow: true, mayInstall: false })
  expect(await bringPrograms(NEEDED, forbidden.machine)).toMatchObject({ passed: 1, failed: 0 })
  expect(forbidden.asked).toEqual([])
})

const apt = { hasAptGet: true, isRoot: false, hasSudo: false }

test('[PI1] root installs with apt-get, a user with sudo through sudo, without a prompt', () => {
  expect(mayInstall({ ...apt, isRoot: true })).toBe(true)
  expect(installCommands(packagesOf(NEEDED, 0), { ...apt, isRoot: true })).toEqual({
    install:
      'env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends -o Acquire::Retries=1 -o Acquire::http::Timeout=20 redis-server chromium-headless-shell'.split(
        ' ',
      ),
    update:
      'env DEBIAN_FRONTEND=noninteractive apt-get update -o Acquire::Retries=1 -o Acquire::http::Timeout=20'.split(' '),
  })
  expect(mayInstall({ ...apt, hasSudo: true })).toBe(true)
  expect(installCommands(packagesOf(NEEDED, 1), { ...apt, hasSudo: true })).toEqual({
    install:
      'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends -o Acquire::Retries=1 -o Acquire::http::Timeout=20 redis-server chromium'.split(
        ' ',
      ),
    update:
      'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get update -o Acquire::Retries=1 -o Acquire::http::Timeout=20'.split(
        ' ',
      ),
  })
})

test('[PI2] a user who may not install reads for each missing program what to do', () => {
  expect(mayInstall(apt)).toBe(false)
  expect(missingFaults(NEEDED, apt)).toEqual([
    'redis-server is missing and installing needs root or sudo without a password: install Redis so that redis-server is on the path.',
    'chromium is missing and installing needs root or sudo without a password: install Chromium, or name its program in the variable CHROMIUM.',
  ])
  expect(mayInstall({ ...apt, hasAptGet: false, isRoot: true })).toBe(false)
  expect(missingFaults(NEEDED.slice(0, 1), { ...apt, hasAptGet: false, isRoot: true })).toEqual([
    'redis-server is missing and there is no apt-get to install it with: install Redis so that redis-server is on the path.',
  ])
})
