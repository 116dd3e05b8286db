import { expect, test } from 'vitest'
import { NEEDED, planInstall } from './planInstall.ts'

const apt = { hasAptGet: true, isRoot: false, hasSudo: false }

test('[PI1] root installs with apt-get, somebody with sudo through sudo, never asking', () => {
  expect(planInstall(NEEDED, { ...apt, isRoot: true })).toEqual({
    install:
      'env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends redis-server chromium'.split(
        ' ',
      ),
    update: 'env DEBIAN_FRONTEND=noninteractive apt-get update'.split(' '),
  })
  expect(planInstall(NEEDED, { ...apt, hasSudo: true })).toMatchObject({
    update: 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get update'.split(' '),
  })
})

test('[PI2] who may not install is told for each missing program what to do', () => {
  expect(planInstall(NEEDED, apt)).toEqual({
    faults: [
      'redis-server is missing and installing needs root or sudo without a password: install Redis so that redis-server is on the path.',
      'chromium is missing and installing needs root or sudo without a password: install Chromium, or name its program in the variable CHROMIUM.',
    ],
  })
  expect(planInstall(NEEDED.slice(0, 1), { ...apt, hasAptGet: false, isRoot: true })).toEqual({
    faults: [
      'redis-server is missing and there is no apt-get to install it with: install Redis so that redis-server is on the path.',
    ],
  })
})
