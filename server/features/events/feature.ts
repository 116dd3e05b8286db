import * as commands from '../../../shared/features/events/commands.ts'
import { communityEvents } from '../../../shared/features/events/communityEvents.ts'
import { eventAudit } from '../../../shared/features/events/eventAudit.ts'
import { eventFilm } from '../../../shared/features/events/eventFilm.ts'
import {
  eventAttendance,
  eventPlaces,
  eventScores,
  eventSeats,
  eventSeries,
  events,
  ownEvents,
} from '../../../shared/features/events/events.ts'
import * as hubCommands from '../../../shared/features/events/hubCommands.ts'
import { rewardSetters } from '../../../shared/features/events/rewardSetters.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { followLostRights } from '../session/lostRights.ts'
import { switchedBy } from '../settings/hubSettings.ts'
import * as attendance from './attendance.ts'
import { followBans, followLinks } from './banned.ts'
import * as community from './community.ts'
import { advanceEvent } from './lifecycle.ts'
import * as registration from './registration.ts'
import { dropRewardsGivenBy, dropRewardsOf } from './rewards.ts'
import * as schedule from './schedule.ts'

/** Events that staff schedule: their life, who registers, who took part, and what that earns. */
export const eventsFeature: Feature = {
  name: 'events',
  switch: switchedBy('events'),
  documents: [
    events,
    eventSeries,
    eventSeats,
    eventPlaces,
    ownEvents,
    eventAttendance,
    eventFilm,
    eventScores,
    rewardSetters,
    communityEvents,
  ],
  archives: [eventAudit],
  removals: [
    {
      kind: eventPlaces,
      remove(context, { account }) {
        for (const event of Object.keys(context.read(ownEvents, account).events))
          registration.removeRegistration(context, account, event)
      },
    },
    {
      kind: eventAttendance,
      remove: (context, { players }) => attendance.removeAttendance(context, players),
    },
    { kind: rewardSetters, remove: (context, { account }) => dropRewardsOf(context, account) },
    { kind: eventFilm, remove: (context, { account }) => attendance.hideName(context, eventFilm, account) },
    { kind: eventScores, remove: (context, { account }) => attendance.hideName(context, eventScores, account) },
  ],
  commands: [
    implement(commands.scheduleEvent, schedule.scheduleEvent),
    implement(commands.startEvent, schedule.startEvent),
    implement(commands.changeEvent, schedule.changeEvent),
    implement(commands.cancelEvent, schedule.cancelEvent),
    implement(commands.endSeries, schedule.endSeries),
    implement(commands.registerForEvent, registration.registerForEvent),
    implement(commands.leaveEvent, registration.leaveEvent),
    implement(commands.setShowsName, attendance.setShowsName),
    implement(commands.createCommunityEvent, community.createCommunityEvent),
    implement(commands.changeCommunityEvent, community.changeCommunityEvent),
    implement(commands.removeCommunityEvent, community.removeCommunityEvent),
    implement(hubCommands.advanceEvent, advanceEvent),
    implement(hubCommands.advanceCommunityEvent, community.advanceCommunityEvent),
    implement(hubCommands.promoteWaiting, registration.promoteWaiting),
    implement(hubCommands.forgetRegistrations, registration.forgetRegistrations),
    implement(hubCommands.recordAttendance, attendance.recordAttendance),
    implement(hubCommands.keepFilm, attendance.keepFilm),
    implement(hubCommands.settleEvent, attendance.settleEvent),
  ],
  queries: [
    implementQuery(commands.previewTimes, schedule.previewTimes),
    implementQuery(commands.readWaitingPlace, (context, { event }) => registration.waitingPlaceOf(context, event)),
    implementQuery(commands.listRegistrations, registration.registrationsOf),
  ],
  derivations: [
    followBans,
    followLinks,
    followLostRights(
      (context, account, lost) => {
        if (lost.includes('addCurrency')) dropRewardsGivenBy(context, account)
      },
      { keepsSession: false },
    ),
  ],
}
