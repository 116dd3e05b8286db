/** A map needs a canvas: where events take place is tested on their shapes. Of one with a tool, a press stands for Escape on it. */
export const EventMap = ({ onLeaveTool }: { readonly onLeaveTool?: () => void }) =>
  onLeaveTool ? (
    <button type="button" onClick={onLeaveTool}>
      Escape on the map
    </button>
  ) : null
