import type { MapSettings } from '../../shared/features/mapSettings/mapSettings.ts'

/** How whoever looks wants the map drawn. A player's map settings hold all of it. */
export type MapLook = Readonly<
  Pick<
    MapSettings,
    'playerColor' | 'teammateColor' | 'pingColor' | 'showPlayerNames' | 'showDirectionArrows' | 'mapOpacity'
  >
>

/** For whoever has set nothing: names, and no arrows beside animals that show by their shape where they look. */
export const plainLook: MapLook = {
  playerColor: 'amber',
  teammateColor: 'azure',
  pingColor: 'coral',
  showPlayerNames: true,
  showDirectionArrows: false,
  mapOpacity: 1,
}
