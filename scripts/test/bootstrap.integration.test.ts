import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCheckout, lock, nodePackage } from './bootstrapCheckout.ts'

test('[BO1] a bare checkout installs its packages and runs the script; the second run installs nothing', async () => {
  const checkout = createCheckout()
  const first = await checkout.run(['greet', 'you'])
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toMatch(/^Installing packages \(about 30 s\) …\nPackages installed in \d+ s\.\nhello you\n$/)
  expect(await checkout.run(['greet', 'again'])).toEqual({ code: 0, out: 'hello again\n', err: '' })
  expect(checkout.npmRuns()).toBe(1)
})

test('[BO2] packages of an older lock are replaced', async () => {
  const checkout = createCheckout()
  await checkout.run(['greet'])
  checkout.write('package-lock.json', lock('4.1.0'))
  expect((await checkout.run(['greet'])).code).toBe(0)
  expect(checkout.npmRuns()).toBe(2)
})

test.each(['node_modules/zod', `${nodePackage}/bin/node`])(
  '[BO3] an incomplete installation (without %s) is completed',
  async (missing) => {
    const checkout = createCheckout()
    await checkout.run(['greet'])
    checkout.remove(missing)
    expect((await checkout.run(['greet'])).code).toBe(0)
    expect(checkout.npmRuns()).toBe(2)
  },
)

test('[BO4] packages installed by hand are accepted if they match the lock file', async () => {
  const checkout = createCheckout()
  await checkout.run(['greet'])
  checkout.remove('node_modules/.waterhole-lock')
  await checkout.run(['greet'])
  expect(checkout.npmRuns()).toBe(1)
  checkout.remove('node_modules/.waterhole-lock')
  checkout.write('node_modules/.package-lock.json', lock('3.0.0'))
  await checkout.run(['greet'])
  expect(checkout.npmRuns()).toBe(2)
})

test("[BO5] a failed installation shows npm's output, and the next start tries again", async () => {
  const checkout = createCheckout()
  const failed = await checkout.run(['greet'], { NPM_BREAKS: '1' })
  expect(failed.code).toBe(1)
  expect(failed.err).toBe('npm ci failed (exit code 1).\n\nnpm error network is unreachable\n')
  expect((await checkout.run(['greet'])).code).toBe(0)
})

test('[BO1848] packages that are complete are used by a user who may not write beside them', async () => {
  const checkout = createCheckout()
  await checkout.run(['greet'])
  checkout.remove('node_modules/.waterhole-lock')
  // A folder stands for what this user may not write: the tests may run as one who may write everything.
  checkout.write('node_modules/.waterhole-lock/kept', '')
  expect(await checkout.run(['greet', 'you'])).toEqual({ code: 0, out: 'hello you\n', err: '' })
  checkout.remove('node_modules/zod')
  const failed = await checkout.run(['greet'])
  expect([failed.code, failed.err]).toEqual([
    1,
    expect.stringMatching(/\.waterhole-lock cannot be used \(\w+\)\. Run this as /),
  ])
  expect(failed.err).not.toContain('    at ')
})

test('[BO6] a missing pinned Node is reported with its likely reason', async () => {
  const failed = await createCheckout().run(['greet'], { NPM_FORGETS_NODE: '1' })
  expect(failed.code).toBe(1)
  expect(failed.err).toContain('whose hash is not the one in package-lock.json')
})

test('[ED8] where the lock pins no Node for the machine, its own Node runs the script if it is new enough', async () => {
  const elsewhere = (version: string) =>
    lock('4.0.0', { 'node_modules/node-linux-mips': { version, os: 'linux', cpu: 'mips', optional: true } } as never)
  const checkout = createCheckout()
  checkout.write('package-lock.json', elsewhere('24.0.0'))
  expect(await checkout.run(['greet', 'you'])).toMatchObject({ code: 0, err: '' })
  checkout.write('package-lock.json', elsewhere('99.0.0'))
  const refused = await checkout.run(['greet', 'you'])
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('brings Node for linux-mips, not for')
  expect(refused.err).toContain('Install Node 99 or newer')
  expect(checkout.npmRuns()).toBe(1)
})

test('[BO7] the exit code of the script is the exit code of the command', async () => {
  expect((await createCheckout().run(['greet', 'you', '3'])).code).toBe(3)
})

test('[BO8] a signal is passed to the script, which decides how to end', async () => {
  const running = createCheckout().begin(['wait'])
  for await (const chunk of running.stdout) if (String(chunk).includes('waiting')) break
  running.kill('SIGTERM')
  expect(await once(running, 'exit')).toEqual([7, null])
})

test('[BO9] an unknown command is answered with the list of commands', async () => {
  const failed = await createCheckout().run(['fly'])
  expect(failed).toMatchObject({ code: 1, err: 'There is no command "fly". There are: greet, wait.\n' })
})

test('[BO11] what Node has compiled is kept in the checkout, or in the folder that the environment names', async () => {
  const checkout = createCheckout()
  const own = join(checkout.root, 'build/compiled')
  const other = join(checkout.root, 'elsewhere')
  expect((await checkout.run(['greet'], { NODE_COMPILE_CACHE: other })).code).toBe(0)
  // One folder for each version and each set of options of Node.
  expect(readdirSync(other)).not.toEqual([])
  expect(existsSync(own)).toBe(false)
  expect((await checkout.run(['greet'], { NODE_COMPILE_CACHE: undefined })).code).toBe(0)
  expect(readdirSync(own)).not.toEqual([])
})

test('[BO12] a checkout in which nothing can be kept runs the script all the same', async () => {
  const checkout = createCheckout()
  writeFileSync(join(checkout.root, 'build'), 'a file where the folder would be')
  const ran = await checkout.run(['greet', 'you'], { NODE_COMPILE_CACHE: undefined })
  expect(ran).toMatchObject({ code: 0, err: '' })
  expect(ran.out).toMatch(/hello you\n$/)
})
