import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longestUpload } from '../../server/storage/fixtures/fixtureFiles.ts'

const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
const [, nginx = ''] = /```nginx\n(.*?)```/s.exec(page) ?? []
const [, caddy = ''] = /```\n(hub\.example\.org \{.*?)```/s.exec(page) ?? []

test('[OP2000] the lines for nginx let the largest upload that the hub takes through: its own limit is a megabyte', () => {
  const [, megabytes = '0'] = /client_max_body_size (\d+)m;/.exec(nginx) ?? []
  expect(Number(megabytes) * 2 ** 20).toBeGreaterThanOrEqual(longestUpload)
})

test('[OP2001] while the hub restarts, a user who opens a page gets one that tries again by itself', () => {
  const notice = /['`](<!doctype html>.*)['`]/
  const [[, ofNginx], [, ofCaddy]] = [notice.exec(nginx) ?? [], notice.exec(caddy) ?? []]
  expect(ofNginx).toContain('<meta http-equiv="refresh" content="5">')
  expect(ofCaddy).toBe(ofNginx)
  expect(nginx).toMatch(/location \/ \{\n {2}error_page 502 504 = @down;/)
  expect(caddy).toContain('in [502, 504]')
})
