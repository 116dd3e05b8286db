import { expect, test } from 'vitest'
import { createLinkTeller } from './linkTeller.ts'

/** Reports are answered by the test, in the order in which they came. */
function startTeller() {
  const reported: string[] = []
  const answers: ((isTaken: boolean) => void)[] = []
  const teller = createLinkTeller((state: string) => {
    reported.push(state)
    return new Promise<boolean>((resolve) => answers.push(resolve))
  })
  const answer = async (isTaken: boolean) => {
    answers.shift()?.(isTaken)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { teller, reported, answer }
}

test('[SV8] a state is told only after the one before was answered', async () => {
  const { teller, reported, answer } = startTeller()
  void teller.tell('up')
  void teller.tell('down')
  void teller.again()
  expect(reported).toEqual(['up'])
  await answer(true)
  expect(reported).toEqual(['up', 'down'])
  await answer(true)
  void teller.again()
  expect(reported).toEqual(['up', 'down'])
})

test('[SV9] what is refused is told again, and only the last when others came meanwhile', async () => {
  const { teller, reported, answer } = startTeller()
  void teller.tell('up')
  void teller.tell('down')
  void teller.tell('connecting')
  await answer(false)
  expect(reported).toEqual(['up'])
  void teller.again()
  await answer(true)
  expect(reported).toEqual(['up', 'connecting'])
})
