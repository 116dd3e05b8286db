import type { RowOf } from '../../../shared/engine/archive.ts'
import type { Recurrence } from '../../../shared/engine/recurrence.ts'
import { backupAudit } from '../../../shared/features/backups/archives.ts'
import {
  type BackupCause,
  type BackupTask,
  backupPlan,
  backups,
  backupsKey,
  gameBackups,
  type HubBackup,
  mostGameBackups,
  mostLocked,
} from '../../../shared/features/backups/backups.ts'
import * as commands from '../../../shared/features/backups/commands.ts'
import { type Delivery, type DeliveryState, deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { derive } from '../../engine/feature.ts'
import { isRecurrence, nextRun } from '../../engine/recurrence.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { actorRow } from '../account/rules.ts'
import { changedDeliveries } from '../deliveries/store.ts'

/** Tasks that may wait at once: a backup takes minutes. */
const mostTasks = 30

export function auditBackups(context: Context, act: RowOf<typeof backupAudit>['act'], file: string) {
  context.archive(backupAudit, { act, file, ...actorRow(context) })
}

/** Adds a task for the leading node. */
function ask(
  { read, edit, newId, now, refuse }: Context & { refuse(code: 'full'): never },
  act: BackupTask['act'],
  backup: string | null,
  cause: BackupCause = 'asked',
): string {
  if (read(backupPlan, backupsKey).tasks.length >= mostTasks) return refuse('full')
  const id = newId()
  edit(backupPlan, backupsKey).tasks.push({ id, act, backup, cause, askedAt: now })
  return id
}

const isAsked = ({ read }: Pick<Context, 'read'>, act: BackupTask['act']) =>
  read(backupPlan, backupsKey).tasks.some((task) => task.act === act)

function backupOf({ read, refuse }: Pick<Context, 'read'> & { refuse(code: 'gone'): never }, id: string): HubBackup {
  return read(backups, backupsKey).list?.find((one) => one.id === id) ?? refuse('gone')
}

export const makeBackup: Rule<typeof commands.makeBackup> = (context) => {
  if (isAsked(context, 'make')) return context.refuse('busy')
  auditBackups(context, 'make', '')
  return { task: ask(context, 'make', null) }
}

export const verifyBackup: Rule<typeof commands.verifyBackup> = (context, { backup }) => {
  const { id, file } = backupOf(context, backup)
  ask(context, 'verify', id)
  auditBackups(context, 'verify', file)
  return {}
}

export const lockBackup: Rule<typeof commands.lockBackup> = (context, { backup, isLocked }) => {
  const { id, file } = backupOf(context, backup)
  const locked = context.read(backups, backupsKey).list?.filter((one) => one.isLocked && one.id !== id) ?? []
  if (isLocked && locked.length >= mostLocked) return context.refuse('tooMany', { most: mostLocked })
  ask(context, isLocked ? 'lock' : 'unlock', id)
  auditBackups(context, isLocked ? 'lock' : 'unlock', file)
  return {}
}

export const deleteBackup: Rule<typeof commands.deleteBackup> = (context, { backup }) => {
  const { id, file, isLocked } = backupOf(context, backup)
  if (isLocked) return context.refuse('locked')
  ask(context, 'delete', id)
  auditBackups(context, 'delete', file)
  return {}
}

export const restoreBackup: Rule<typeof commands.restoreBackup> = (context, { backup, madeAt }) => {
  const { read, refuse } = context
  const found = backupOf(context, backup)
  const { restoresHere, whyNot } = read(backups, backupsKey)
  if (found.madeAt !== madeAt) return refuse('changed')
  if (found.verified.state === 'bad') return refuse('bad')
  if (!restoresHere) return refuse('notHere', { why: whyNot ?? '' })
  if (isAsked(context, 'restore')) return refuse('running')
  ask(context, 'restore', found.id)
  auditBackups(context, 'restore', found.file)
  return {}
}

export const deleteFormer: Rule<typeof commands.deleteFormer> = (context, { name }) => {
  if (!context.read(backups, backupsKey).former.some((one) => one.name === name)) return context.refuse('gone')
  ask(context, 'deleteFormer', name)
  auditBackups(context, 'deleteFormer', name)
  return {}
}

export const dismissRestored: Rule<typeof commands.dismissRestored> = ({ edit }, { at }) => {
  const { restored } = edit(backupPlan, backupsKey)
  if (restored?.at === at) restored.isDismissed = true
  return {}
}

export const takeBackup: Rule<typeof commands.takeBackup> = (context, { backup }) => {
  const { file, bytes } = backupOf(context, backup)
  auditBackups(context, 'take', file)
  return { file, bytes }
}

const scheduleTimer = 'backups'
const recurrenceOf = ({ time, zone }: { readonly time: string; readonly zone: string }): Recurrence => {
  const [hour, minute] = time.split(':').map(Number)
  // A hub that was off at the time makes the backup when it is on again.
  return { rule: `${minute} ${hour} * * *`, zone, missed: 'runOnce' }
}

/** Sets the timer as the plan says. Returns the time of the next backup, epoch ms; null while the schedule is off. */
function setSchedule({ edit, schedule }: Pick<Context, 'edit' | 'schedule'>): number | null {
  const plan = edit(backupPlan, backupsKey)
  const recurrence = recurrenceOf(plan)
  plan.nextAt = plan.isOn ? schedule.every(scheduleTimer, recurrence, commands.runSchedule.name, {}) : null
  if (!plan.isOn) schedule.cancel(scheduleTimer)
  return plan.nextAt
}

export const planBackups: Rule<typeof commands.planBackups> = (context, { isOn, time, zone }) => {
  if (!isRecurrence(recurrenceOf({ time, zone }))) return context.refuse('noZone', { zone })
  Object.assign(context.edit(backupPlan, backupsKey), { isOn, time, zone })
  auditBackups(context, 'plan', isOn ? `daily at ${time}, ${zone}` : 'off')
  return { nextAt: setSchedule(context) }
}

export const beginSchedule: Rule<typeof commands.beginSchedule> = (context) => {
  setSchedule(context)
  return {}
}

export const runSchedule: Rule<typeof commands.runSchedule> = (context) => {
  const { edit, now } = context
  const plan = edit(backupPlan, backupsKey)
  plan.nextAt = nextRun(recurrenceOf(plan), now)
  if (!isAsked(context, 'make') && plan.tasks.length < mostTasks)
    ask({ ...context, refuse: context.refuse as never }, 'make', null, 'schedule')
  return {}
}

export const reportBackups: Rule<typeof commands.reportBackups> = ({ edit }, known) => {
  Object.assign(edit(backups, backupsKey), known)
  return {}
}

export const reportProgress: Rule<typeof commands.reportProgress> = ({ edit }, { progress }) => {
  edit(backups, backupsKey).progress = progress
  return {}
}

export const finishTask: Rule<typeof commands.finishTask> = ({ edit }, { task }) => {
  const plan = edit(backupPlan, backupsKey)
  plan.tasks = plain(plan.tasks).filter(({ id }) => id !== task)
  return {}
}

const gameBackupState = (state: DeliveryState) => {
  if (state === 'confirmed' || state === 'done') return 'made'
  if (state === 'unknown') return 'unknown'
  return state === 'queued' || state === 'sending' || state === 'manual' ? 'underWay' : 'failed'
}

/** Keeps backups of the game beside those of the hub, after their deliveries have left the document. */
export const followGameBackups = derive(deliveries, (context, server, before) => {
  const { read, edit } = context
  for (const one of changedDeliveries(context, server, before)) {
    if (one.kind !== 'backupGame' || before.entries[one.id]?.state === one.state) continue
    const known = plain(read(gameBackups, server).list).filter(({ delivery }) => delivery !== one.id)
    const noted = { delivery: one.id, at: one.queuedAt, state: gameBackupState(one.state), why: whyOf(one) } as const
    edit(gameBackups, server).list = [noted, ...known].sort((a, b) => b.at - a.at).slice(0, mostGameBackups)
  }
})

const whyOf = ({ why }: Delivery) => why?.slice(0, 2_000) ?? null
