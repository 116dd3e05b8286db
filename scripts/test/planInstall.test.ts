import { expect, test } from 'vitest'
import { installCommands, mayInstall, missingFaults, NEEDED, packagesOf } from './planInstall.ts'

const apt = { hasAptGet: true, isRoot: false, hasSudo: false }

test('[PI1] root installs with apt-get, somebody with sudo through sudo, never asking', () => {
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

test('[PI2] who may not install is told for each missing program what to do', () => {
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
