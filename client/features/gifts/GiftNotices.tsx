import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import { dismissNotices, type Notice, notices } from '../../../shared/features/notices/notices.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { currencyNames } from '../../../shared/features/world/currencies.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { NoticeBar } from '../../ui/Problem.tsx'
import { Ago } from '../../ui/Time.tsx'
import styles from './Gifts.module.css'

/** Gifts that the user has not put away yet: on every page, also when they open one later. */
export function GiftNotices() {
  const { principal } = useAtomValue(accessAtom)
  return principal ? <Bar key={principal.id} account={principal.id} /> : null
}

const mostShown = 2

function Bar({ account }: { readonly account: string }) {
  const { value } = useDocument(notices, account)
  const { run, busy, refusal } = useCommand(dismissNotices)
  const all = Object.values(value?.entries ?? {}).toSorted((one, other) => other.at - one.at)
  if (all.length === 0) return null
  const dismiss = () => (busy ? undefined : void run({ ids: all.map(({ id }) => id) }))
  return (
    <NoticeBar role="status" onDismiss={dismiss}>
      <ul className={styles.notices} aria-label="Gifts">
        {all.slice(0, mostShown).map((one) => (
          <li key={one.id}>
            <OneNotice notice={one} />
          </li>
        ))}
        {all.length > mostShown ? <li>{moreText(all.length - mostShown)}</li> : null}
      </ul>
      {refusal ? <p>{refusal.message}</p> : null}
    </NoticeBar>
  )
}

const figures = new Intl.NumberFormat('en-GB')

function OneNotice({ notice: { other, currency, amount, item, at } }: { readonly notice: Notice }) {
  const name = useDocument(profile, other ?? '').value?.name || 'Another player'
  return (
    <>
      {currency === null ? `${name} gave you a dinosaur: ${item}.` : null}
      {currency === null ? null : `${name} sent you ${figures.format(amount)} ${currencyNames[currency]}.`}{' '}
      <Link href={currency === null ? '/inventory' : '/ledger'}>
        {currency === null ? 'Open your inventory' : 'Open your ledger'}
      </Link>{' '}
      <span className={styles.soft}>
        <Ago at={at} />
      </span>
    </>
  )
}

const moreText = (count: number) => (count === 1 ? '1 more gift arrived.' : `${count} more gifts arrived.`)
