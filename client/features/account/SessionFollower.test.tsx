// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { draftKey, writeDraft } from '../../connection/draftStorage.ts'
import { noteSessionChange } from '../../connection/session.ts'
import { renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { SessionFollower } from './SessionFollower.tsx'

const keep = (account: string) => writeDraft(draftKey(account, '/notes', 'note'), { text: 'typed' })

afterEach(() => sessionStorage.clear())

test('[FP26] drafts end with a log-out, wait for their user after a session that ended by itself, and never for another account', () => {
  // Another test of this process may just have changed the session: that counts as long ago.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(Number.NEGATIVE_INFINITY)
  noteSessionChange()
  clock.mockRestore()
  const { sayHello } = renderScreen(<SessionFollower />, { hello: signedIn('player', 'ann') })
  keep('ann')
  sayHello({ principal: null, may: [] })
  sayHello(signedIn('player', 'ann'))
  expect(sessionStorage.length).toBe(1)
  sayHello(signedIn('player', 'bob'))
  expect(sessionStorage.length).toBe(0)
  keep('bob')
  noteSessionChange()
  sayHello({ principal: null, may: [] })
  expect(sessionStorage.length).toBe(0)
})
