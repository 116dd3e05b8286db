/** How a store that is not as a node knew it is mended. */
export const restoreOrGoOn = (markFile: string | null) =>
  markFile === null
    ? 'Put the newest backup of that Redis back. To go on with what is there, and lose the rest, restart all nodes of the hub.'
    : `Put the newest backup of that Redis back. To go on with what is there, and lose the rest, stop the nodes of the hub, remove ${markFile} on each, and start them.`

export const nameTheRightOne = (markFile: string | null) =>
  `Name the right Redis in REDIS_URL and REDIS_PREFIX.${markFile === null ? '' : ` If this node is to join that one, remove ${markFile}.`}`
