import type { MapSettings } from '../../shared/features/mapSettings/mapSettings.ts'
import type { Tokens } from '../themes/themes.ts'
import type { Relation } from './markerLayer.ts'

/** How the user wants the map drawn; part of a player's map settings. */
export type MapStyle = Readonly<
  Pick<
    MapSettings,
    'playerColor' | 'teammateColor' | 'pingColor' | 'showPlayerNames' | 'showDirectionArrows' | 'mapOpacity'
  >
>

/** The colour of friends, whose rings are dashed as well. */
export const friendColour = 'violet'

/** The colour of what is drawn around an animal, by what it is to the viewing user. */
export const relationColour = (relation: Relation, { playerColor, teammateColor }: MapStyle, tokens: Tokens): string =>
  ({
    own: tokens[playerColor],
    pack: tokens[teammateColor],
    friend: tokens[friendColour],
    other: tokens.mapInk,
  })[relation]

/** Defaults: names shown; no arrows, since the silhouettes show the heading. */
export const defaultMapStyle: MapStyle = {
  playerColor: 'amber',
  teammateColor: 'azure',
  pingColor: 'coral',
  showPlayerNames: true,
  showDirectionArrows: false,
  mapOpacity: 1,
}
