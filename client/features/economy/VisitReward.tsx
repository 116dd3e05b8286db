import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { type Reward, visit } from '../../../shared/features/economy/commands.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom, connectionAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { showToastAtom } from '../../ui/Toast.tsx'
import { readStored, writeStored } from '../map/deviceStorage.ts'

/** Browsers round longer timers. */
const longestWaitMs = 3_600_000

/**
 * Tells the hub of this visit: when the page has opened, and while it is open when the hub said that the next one counts. Of many tabs one is
 * answered with what was paid, and shows it.
 */
export function VisitReward() {
  const { principal } = useAtomValue(accessAtom)
  const isLive = useAtomValue(connectionAtom).name === 'live'
  const account = principal?.session && principal.session.viewing === null ? principal.id : null
  return account !== null && isLive ? <Visit key={account} account={account} /> : null
}

const storageKey = 'waterhole.visits'
const dayMs = 86_400_000

/** When the next visit of each account counts, epoch ms. Kept on the device, so that a page that is opened again writes nothing to the hub. */
const nextVisitsAtom = atom(
  () => new Map(Object.entries(readStored(storageKey, z.record(z.string(), z.number())) ?? {})),
)

function Visit({ account }: { readonly account: string }) {
  const connection = useConnection()
  const { run } = useCommand(visit)
  const nextVisits = useAtomValue(nextVisitsAtom)
  const showToast = useSetAtom(showToastAtom)
  const show = useRef(showToast)
  show.current = showToast
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const wait = () => {
      const left = (nextVisits.get(account) ?? 0) - connection.serverNow()
      // More than a day: one of the clocks was set.
      if (left <= 0 || left > dayMs) void come()
      else timer = setTimeout(wait, Math.min(left, longestWaitMs))
    }
    const come = async () => {
      const answer = await run({})
      // Shown also if the page has lost its connection meanwhile: no other answer has it.
      if (answer.ok && answer.output.paid.length > 0) show.current(rewardText(answer.output.paid))
      nextVisits.set(account, answer.ok ? answer.output.nextAt : connection.serverNow() + longestWaitMs)
      if (answer.ok) writeStored(storageKey, Object.fromEntries(nextVisits))
      if (!isOver) wait()
    }
    wait()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [account, connection, run, nextVisits])
  return null
}

const names: Readonly<Record<Reward['cause'], string>> = { dailyBonus: 'Daily bonus', welcomeGrant: 'Welcome' }

/** `Daily bonus: 50 Void Pearls.` */
export const rewardText = (paid: readonly Reward[]) =>
  paid.map(({ cause, currency, amount }) => `${names[cause]}: ${amountInWords(amount, currency)}.`).join(' ')
