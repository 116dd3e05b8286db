import { expect, test } from 'vitest'
import { renameDinosaur, setDinosaurFree } from '../../../shared/features/inventory/commands.ts'
import { createTestFeatures } from '../../testing/allFeatures.ts'
import { unconfiguredServer } from '../../testing/neverCalled.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'

test('[SV13] what the configuration switches off is off before the first report after a start', async () => {
  const features = { ...unconfiguredServer.features, realInventory: false }
  const answers = async (on: boolean) => {
    const { dispatch } = await openApp(createTestFeatures(on ? {} : { features }))
    return [
      await dispatch(person('ann'), renameDinosaur.name, { dinosaur: 'one', name: 'Rex' }),
      await dispatch(person('ann'), setDinosaurFree.name, { dinosaur: 'one' }),
    ].map((answer) => (answer.ok ? 'ok' : answer.code))
  }
  expect([await answers(true), await answers(false)]).toEqual([
    ['gone', 'gone'],
    ['closed', 'closed'],
  ])
})
