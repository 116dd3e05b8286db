import { documentId } from '../../shared/engine/document.ts'
import { hubSettings } from '../../shared/features/settings/hubSettings.ts'
import type { Hub } from '../engine/hub.ts'
import type { Gateway } from '../gateway/gateway.ts'

/** The community's name: the owner's on the panel goes before the configured one. */
export const communityOf = (hub: Pick<Hub, 'read'>, configured: string) =>
  hub.read(hubSettings).communityName ?? configured

/** Greets all open pages when the community has another name: they take it from the hello. Returns the function that stops it. */
export function followCommunityName(hub: Pick<Hub, 'read' | 'onPublish'>, gateway: Pick<Gateway, 'greet'>) {
  const name = () => hub.read(hubSettings).communityName
  let known = name()
  return hub.onPublish((published) => {
    if (!published.some(({ id }) => id === documentId(hubSettings, '')) || name() === known) return
    known = name()
    gateway.greet()
  })
}
