import { z } from 'zod'
import { kindOfType, type NotificationType, notificationTypes } from '../../../shared/features/notifications/kinds.ts'
import { isUnread, mostNotifications, type Notification } from '../../../shared/features/notifications/notifications.ts'
import type { Principal } from '../../connection/connectionState.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Select } from '../../ui/Select.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { alwaysReady, StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { PermissionGate } from '../roles/Gated.tsx'
import { useDismissing, useShown } from './Bell.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import styles from './Notifications.module.css'
import { useNotifications } from './useNotifications.ts'

const title = 'Notifications'

const statuses = ['unread', 'read', 'dismissed'] as const
const longestCode = 60

/** What the address says. `type` and `action`: what happened; `code`: a part of the admin code of the user who did it. */
export const NotificationSearch = z.object({
  tab: z.enum(['list', 'settings']).default('list'),
  /** Days, as 2026-11-21, both included. */
  from: z.string().max(10).default(''),
  to: z.string().max(10).default(''),
  code: z.string().max(longestCode).default(''),
  action: z.enum(['', ...notificationTypes]).default(''),
  status: z.enum(['', ...statuses]).default(''),
})
export type NotificationSearch = z.infer<typeof NotificationSearch>

const statusOf = (one: Notification) => (one.dismissed ? 'dismissed' : isUnread(one) ? 'unread' : 'read')

/** The beginning of a day by this browser's clock, epoch ms; null for a text that is not a day. */
function dayStart(day: string, later = 0): number | null {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return null
  const at = new Date(year, month - 1, date + later).getTime()
  return Number.isFinite(at) ? at : null
}

/** Those of the list that fit the search. */
export function foundIn(all: readonly Notification[], { from, to, code, action, status }: NotificationSearch) {
  const [first, end] = [dayStart(from), dayStart(to, 1)]
  const wanted = code.trim().toLowerCase()
  return all.filter(
    (one) =>
      (first === null || one.timestamp >= first) &&
      (end === null || one.timestamp < end) &&
      (wanted === '' ||
        String(one.details.adminCode ?? '')
          .toLowerCase()
          .includes(wanted)) &&
      (action === '' || one.type === action) &&
      (status === '' || statusOf(one) === status),
  )
}

const tabs = [
  { key: 'list', name: 'All' },
  { key: 'settings', name: 'Settings' },
] as const

/** All notifications with their filters, and how the user is notified. */
export const NotificationsScreen = () => (
  <PermissionGate title={title} needs="play">
    {(principal) => <Board principal={principal} />}
  </PermissionGate>
)

function Board({ principal }: { readonly principal: Principal }) {
  const { filters: search, setFilters } = useAddressFilters(NotificationSearch)
  return (
    <BoardPage
      {...alwaysReady}
      title={title}
      lead={`The latest ${mostNotifications}. They stay until newer ones take their place.`}
      tabs={tabs}
      chosen={search.tab}
      onChoose={(tab) => setFilters({ tab })}
    >
      {search.tab === 'list' ? <List account={principal.id} /> : <NotificationSettings account={principal.id} />}
    </BoardPage>
  )
}

function List({ account }: { readonly account: string }) {
  const { filters: search, setFilters, clearFilters } = useAddressFilters(NotificationSearch)
  const source = useNotifications(account)
  const { busy, refusal, dismissOne, dismissAll } = useDismissing(source.value ?? [])
  const found = useShown(source.value ?? [], (all) => foundIn(all, search))
  const isFiltered = found.length !== source.value?.length || Object.values({ ...search, tab: '' }).some(Boolean)
  const states = statesOf(
    source,
    () => found.length === 0,
    isFiltered
      ? { title: 'No notifications match your filters.' }
      : { title: 'No notifications yet.', children: <p>Sales, gifts, events and more appear here.</p> },
  )
  return (
    <>
      <FilterBar
        label="Notifications"
        isFiltered={isFiltered}
        onClear={clearFilters}
        found={source.value ? `${found.length} ${found.length === 1 ? 'notification' : 'notifications'}` : ''}
        actions={
          found.some(({ dismissed }) => !dismissed) && !isFiltered ? (
            <Button busyLabel={busy ? 'Dismissing…' : null} onClick={dismissAll}>
              Dismiss all
            </Button>
          ) : null
        }
      >
        <Filters search={search} onSearch={setFilters} />
      </FilterBar>
      {refusal ? <Problem>{refusal.message}</Problem> : null}
      <StatefulContent {...states}>
        <ul className={styles.list} aria-label="Notifications">
          {found.map((one) => (
            <NotificationRow key={one.id} one={one} onDismiss={dismissOne} />
          ))}
        </ul>
      </StatefulContent>
    </>
  )
}

interface FiltersProps {
  readonly search: NotificationSearch
  readonly onSearch: (change: Partial<NotificationSearch>) => void
}

const kindOptions = [
  { key: '', name: 'Any' },
  ...notificationTypes.map((key) => ({ key, name: kindOfType(key).name })),
] as const
const statusOptions = [
  { key: '', name: 'Any' },
  { key: 'unread', name: 'Unread' },
  { key: 'read', name: 'Read' },
  { key: 'dismissed', name: 'Dismissed' },
] as const

const Filters = ({ search: { from, to, code, action, status }, onSearch }: FiltersProps) => (
  <div className={styles.filters}>
    <Field label="Start date" type="date" value={from} onValue={(next) => onSearch({ from: next })} />
    <Field
      label="End date"
      type="date"
      value={to}
      check={() => (from !== '' && to !== '' && to < from ? 'Choose a day after the start.' : null)}
      onValue={(next) => onSearch({ to: next })}
    />
    <Select<'' | NotificationType>
      label="Action"
      options={kindOptions}
      value={action}
      onValue={(next) => onSearch({ action: next })}
    />
    <Select<NotificationSearch['status']>
      label="Status"
      options={statusOptions}
      value={status}
      onValue={(next) => onSearch({ status: next })}
    />
    <Field label="Admin code" value={code} longest={longestCode} onValue={(next) => onSearch({ code: next })} />
  </div>
)
