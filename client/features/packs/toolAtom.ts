import { atom } from 'jotai'
import type { Tool } from '../../map/tool.ts'

/** What a press on the map does at present: set by the tools on the map and by the panels beside it. */
export const toolAtom = atom<Tool>('none')
