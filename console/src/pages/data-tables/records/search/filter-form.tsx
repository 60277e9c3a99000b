import { Modal, Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { DataTable, Where } from '../../../../api/schema.ts'
import { FormFooter } from '../../../../components/dialog/form-footer.tsx'
import { t } from '../../../../languages/text.ts'
import {
  blankComparison,
  faultsOfWhere,
  type WhereDraft,
  whereOf,
} from '../../../spinners/steps/where/where-draft.ts'
import { WhereFields } from '../../../spinners/steps/where/where-fields.tsx'

/** A dialog that adds a condition to the search of a data table, with the editor of the conditions of segments. */
export function FilterForm({
  table: { id, columns },
  onAdd,
  onClose,
}: {
  table: DataTable
  onAdd: (filter: Where) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState<WhereDraft>(() => blankComparison([]))
  const [isChecked, setChecked] = useState(false)
  const faults = faultsOfWhere(draft, 'where')
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (faults.length > 0) return
    onAdd(whereOf(draft))
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('Filter')} size="lg">
      <form onSubmit={add} noValidate>
        <Stack gap="sm">
          <WhereFields
            where={draft}
            place="where"
            dataTableId={id}
            columns={columns.map(({ name }) => name)}
            faults={new Map(isChecked ? faults : [])}
            onChange={setDraft}
          />
          <FormFooter onCancel={onClose} isPending={false}>
            {t('Add filter')}
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}
