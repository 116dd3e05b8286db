import { expect, test } from 'vitest'
import { dangerWords, dangerZoneOf } from './dangerZone.ts'

test('[DZ1] up to 200 m is lethal, up to 500 m is a high risk, beyond is safe', () => {
  expect([0, 199, 200].map(dangerZoneOf)).toEqual(['lethal', 'lethal', 'lethal'])
  expect([200.1, 499, 500].map(dangerZoneOf)).toEqual(['highRisk', 'highRisk', 'highRisk'])
  expect([500.1, 11_000].map(dangerZoneOf)).toEqual(['safe', 'safe'])
})

test('[DZ2] each zone has its own words', () => {
  expect(Object.values(dangerWords)).toEqual(['Lethal', 'High risk', 'Safe beyond 500 m'])
})
