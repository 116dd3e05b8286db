import { catalogue } from '../../../shared/features/catalogue/catalogue.ts'
import * as commands from '../../../shared/features/catalogue/commands.ts'
import { catalogueAudit, catalogueEdits } from '../../../shared/features/catalogue/edits.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { changeItems, importCatalogue, undoCatalogueEdit } from './rules.ts'

/** All that the hub sells or gives: the defaults are code, and this keeps what the owner changed of them. */
export const catalogueFeature: Feature = {
  name: 'catalogue',
  documents: [catalogue, catalogueEdits],
  archives: [catalogueAudit],
  commands: [
    implement(commands.changeItems, changeItems),
    implement(commands.importCatalogue, importCatalogue),
    implement(commands.undoCatalogueEdit, undoCatalogueEdit),
  ],
  queries: [],
}
