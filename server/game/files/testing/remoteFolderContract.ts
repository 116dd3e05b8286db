import { describe, expect, test } from 'vitest'
import type { Folder } from '../folder.ts'
import { errorOf, fails, type Open, put } from './folderContract.ts'

/** The contract of every Folder that is not on this machine. */
export function remoteFolderContract(name: string, open: Open): void {
  describe(name, () => {
    waiting(open)
    losing(open)
  })
}

async function remote(open: Open) {
  const { faults, ...setting } = await open()
  if (!faults) throw new Error('This folder has nothing that can fail.')
  await put(setting.root, 'a.log', 'Dinos')
  return { ...setting, faults }
}
const read = (folder: Folder) => folder.read('a.log', { from: 0, length: 5 }).then(String)

function waiting(open: Open) {
  test('[FF16] a server that does not answer holds no call longer than its limit, and is asked again later', async () => {
    const { folder, faults } = await remote(open)
    expect(await read(folder)).toBe('Dinos')
    faults.silence(true)
    const before = faults.received()
    const calls = [errorOf(read(folder)), errorOf(folder.stat('a.log'))]
    await expect.poll(faults.received).toBeGreaterThan(before)
    await faults.clock.advance(600_000)
    for (const call of calls) expect(await call).toEqual(fails('timeout', 'did not answer'))
    faults.silence(false)
    await faults.clock.advance(600_000)
    expect(await read(folder)).toBe('Dinos')
  })

  test('[FF17] a call under way when the folder is closed ends at once', async () => {
    const { folder, faults } = await remote(open)
    await read(folder)
    faults.silence(true)
    const call = errorOf(read(folder))
    await folder.close()
    expect(await call).toEqual(fails('closed'))
    expect(faults.clock.waiting()).toBe(0)
  })
}

function losing(open: Open) {
  test('[FF18] a connection that is cut fails calls with the cause, and the next call after a while finds the server again', async () => {
    const { folder, faults } = await remote(open)
    expect(await read(folder)).toBe('Dinos')
    await faults.cut()
    const error = await errorOf(read(folder))
    expect(error).toEqual(fails('unreachable'))
    await expect(read(folder)).rejects.toEqual(fails('unreachable'))
    await faults.restore()
    await faults.clock.advance(600_000)
    expect(await read(folder)).toBe('Dinos')
  })

  test('[FF19] a wrong key or password is reported with the variable to mend, and no text holds it', async () => {
    const { folder, faults, secret } = await remote(open)
    faults.refuse(true)
    const error = await errorOf(read(folder))
    expect(error).toEqual(fails('refused', '_KEY'))
    faults.refuse(false)
    await faults.clock.advance(600_000)
    expect(await read(folder)).toBe('Dinos')
    for (const text of [folder.name, error?.message, ...faults.logged]) expect(text).not.toContain(secret)
  })
}
