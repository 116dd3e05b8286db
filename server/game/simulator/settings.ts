import { species } from '../../../shared/features/world/species.ts'
import type { DayLengths } from './dayClock.ts'

/** The settings of Game.ini that RCON can change. */
export interface Settings {
  name: string
  joinPassword: string
  map: string
  maxPlayers: number
  dayLengths: DayLengths
  playables: string[]
  whitelist: string[]
  disabledAI: string[]
  aiDensity: number
  growthMultiplier: number
  flags: {
    mutations: boolean
    humans: boolean
    queue: boolean
    whitelist: boolean
    spawnAI: boolean
    recordingReplay: boolean
    regionSpawning: boolean
    regionSpawnCooldown: boolean
    globalChat: boolean
  }
}

export const createSettings = (own: Partial<Settings> = {}): Settings => ({
  name: 'Waterhole | Simulated Island',
  joinPassword: '',
  map: 'Gateway',
  maxPlayers: 300,
  dayLengths: { day: 90, night: 20 },
  playables: Object.keys(species),
  whitelist: [],
  disabledAI: [],
  aiDensity: 1,
  growthMultiplier: 1,
  flags: {
    mutations: true,
    humans: false,
    queue: false,
    whitelist: false,
    spawnAI: true,
    recordingReplay: true,
    regionSpawning: false,
    regionSpawnCooldown: false,
    globalChat: true,
  },
  ...structuredClone(own),
})
