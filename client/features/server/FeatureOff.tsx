import type { ReactNode } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { featureOffText, type HubFeature, isFeatureOn } from '../../../shared/features/server/hubFeatures.ts'
import { server } from '../../../shared/features/server/server.ts'
import { useDocument } from '../../connection/useDocument.ts'

/** Whether a feature is switched on; true until the hub has said so. */
export const useFeature = (feature: HubFeature): boolean =>
  isFeatureOn(useDocument(server, mainServer).value ?? {}, feature)

interface IfOnProps {
  readonly feature: HubFeature
  readonly children?: ReactNode
}

/** The children, or that the feature is switched off. Without children only the latter is shown. */
export const IfOn = ({ feature, children = null }: IfOnProps) =>
  useFeature(feature) ? children : <p data-feature-off={feature}>{featureOffText(feature)}</p>
