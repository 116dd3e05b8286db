/** What can be switched on and off on the map, in the order of a menu. */
export const mapLayerNames = ['regions', 'grid', 'water', 'pack', 'trails', 'events', 'heat', 'danger'] as const
export type MapLayerName = (typeof mapLayerNames)[number]

/** Which layers are drawn. A new object causes a redraw. */
export type ShownLayers = Readonly<Record<MapLayerName, boolean>>

/** Water is on every picture of the island already, and heat hides the ground: both are off until wanted. */
export const defaultLayers: ShownLayers = {
  regions: true,
  grid: true,
  water: false,
  pack: true,
  trails: true,
  events: true,
  heat: false,
  danger: true,
}

/** What a layer shows, for the menu that switches it. */
export const mapLayerTexts: Readonly<Record<MapLayerName, { readonly name: string; readonly hint: string }>> = {
  regions: { name: 'Regions', hint: 'Names of the regions' },
  grid: { name: 'Grid', hint: 'Grid squares A1 to H8' },
  water: { name: 'Water', hint: 'Lakes and rivers, highlighted' },
  pack: { name: 'Pack', hint: 'Pings and the waypoint' },
  trails: { name: 'Trails', hint: 'Where you and your pack have been' },
  events: { name: 'Events', hint: 'Events that run or start within the hour' },
  heat: { name: 'Heat', hint: 'Where dinosaurs gather' },
  danger: { name: 'Danger', hint: 'Danger zones around a place' },
}
