import { expect, test } from 'vitest'
import { bringPrograms } from './bringPrograms.ts'
import { NEEDED } from './planInstall.ts'

/** A machine that lacks `missing`; its package lists are out of date at first if `isStale`, and without Chromium if told so. */
function createMachine({ missing = ['redis-server', 'chromium'], isStale = false, never = '', mayInstall = true }) {
  const lacking = new Set(missing)
  const asked: string[] = []
  let isFresh = !isStale
  const install = (packages: readonly string[]) => {
    if (!isFresh) return 100
    for (const name of packages) if (name !== never) lacking.delete(name)
    return never === '' ? 0 : 100
  }
  const machine = {
    isMissing: ({ name }: { name: string }) => lacking.has(name),
    readRights: async () => ({ hasAptGet: true, isRoot: mayInstall, hasSudo: false }),
    print: () => {},
    run: async (command: readonly string[]) => {
      const [verb = '', ...rest] = command.slice(command.indexOf('apt-get') + 1)
      asked.push(verb)
      if (verb === 'update') isFresh = true
      return { exitCode: verb === 'update' ? 0 : install(rest), talk: 'what apt said', isLate: false }
    },
  }
  return { machine, asked }
}

test('[PI3] where nothing is missing nothing is run', async () => {
  const { machine, asked } = createMachine({ missing: [] })
  expect(await bringPrograms(NEEDED, machine)).toMatchObject({ passed: 1, failed: 0 })
  expect(asked).toEqual([])
})

test('[PI4] what is missing is installed without fetching the package lists', async () => {
  const { machine, asked } = createMachine({})
  expect(await bringPrograms(NEEDED, machine)).toMatchObject({ passed: 1, failed: 0 })
  expect(asked).toEqual(['install'])
})

test('[PI5] out-of-date package lists are fetched and the installation tried again', async () => {
  const { machine, asked } = createMachine({ isStale: true })
  expect(await bringPrograms(NEEDED, machine)).toMatchObject({ passed: 1, failed: 0 })
  expect(asked).toEqual(['install', 'update', 'install'])
})

test('[PI6] what could not be installed has failed, with what apt said and what to do', async () => {
  const { machine } = createMachine({ never: 'chromium' })
  expect(await bringPrograms(NEEDED, machine)).toEqual({
    passed: 0,
    failed: 1,
    remarks: [
      'chromium could not be installed: install Chromium, or name its program in the variable CHROMIUM.\nwhat apt said',
    ],
  })
})

test('[PI7] who may not install is told and nothing is run', async () => {
  const { machine, asked } = createMachine({ mayInstall: false })
  expect(await bringPrograms(NEEDED, machine)).toMatchObject({ passed: 0, failed: 1 })
  expect(asked).toEqual([])
})
