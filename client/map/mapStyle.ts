import type { MapSettings } from '../../shared/features/mapSettings/mapSettings.ts'

/** How the user wants the map drawn; part of a player's map settings. */
export type MapStyle = Readonly<
  Pick<
    MapSettings,
    'playerColor' | 'teammateColor' | 'pingColor' | 'showPlayerNames' | 'showDirectionArrows' | 'mapOpacity'
  >
>

/** Defaults: names shown; no arrows, since the silhouettes show the heading. */
export const defaultMapStyle: MapStyle = {
  playerColor: 'amber',
  teammateColor: 'azure',
  pingColor: 'coral',
  showPlayerNames: true,
  showDirectionArrows: false,
  mapOpacity: 1,
}
