import { announcedMinutes, type ScheduledEvent } from './events.ts'

/** Registered users are reminded with this announcement. Those who register later are reminded with the next one. */
export const remindedFromMinutes = 15

/** Whether a user who got their place at `at`, epoch ms, was reminded. An announcement of the same ms may have been made before. */
export const wasReminded = ({ announced }: Pick<ScheduledEvent, 'announced'>, at: number): boolean =>
  announcedMinutes.some((minutes) => {
    const isReminder = minutes > 0 && minutes <= remindedFromMinutes
    return isReminder && (announced[minutes] ?? 0) > at
  })
