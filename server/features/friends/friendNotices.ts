import type { NewNotification } from '../../../shared/features/notifications/commands.ts'
import type { Context } from '../../engine/rule.ts'
import { notify } from '../notifications/notify.ts'

type Words = Pick<NewNotification, 'type' | 'title' | 'message'>

/** What a user learns about a friend. `{other}` stands for the friend's name. */
const notices = {
  asked: { type: 'friendRequest', title: 'Friend request', message: '{other} wants to be your friend.' },
  accepted: { type: 'friendAccepted', title: 'New friend', message: 'You and {other} are now friends.' },
  teleportAsked: { type: 'teleportRequest', title: 'Teleport request', message: '{other} asks to teleport to you.' },
  teleportAccepted: {
    type: 'teleportRequest',
    title: 'Teleport accepted',
    message: "{other} accepted. You're on your way.",
  },
  teleportDeclined: {
    type: 'teleportRequest',
    title: 'Teleport declined',
    message: '{other} declined your teleport request.',
  },
  teleportWithdrawn: {
    type: 'teleportRequest',
    title: 'Teleport cancelled',
    message: '{other} cancelled their teleport request.',
  },
  teleportExpired: {
    type: 'teleportRequest',
    title: 'Teleport request ended',
    message: "{other} didn't answer your teleport request.",
  },
  teleportMissed: {
    type: 'teleportRequest',
    title: 'Teleport request ended',
    message: 'You missed a teleport request from {other}.',
  },
} as const satisfies Readonly<Record<string, Words>>

/** Notifies the user `to` of something about the user `other`, in the same change as what happened. */
export const notifyFriend = (context: Context, to: string, told: keyof typeof notices, other: string) =>
  void notify(context, { ...notices[told], to, other, link: '/friends' })
