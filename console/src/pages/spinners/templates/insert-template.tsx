import { Modal, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataTable, Step } from '../../../api/schema.ts'
import type { TemplateEntry } from '../../../api/spinner/spinner-templates.ts'
import { dataTablesQuery } from '../../../api/table/data-tables.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import type { Language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { stepsWithPlaces } from '../steps/branches.ts'
import { typeOf } from '../steps/types/step-types.ts'
import { TemplateCards } from './template-cards.tsx'
import { TemplateColumns } from './template-columns.tsx'
import { TemplateOutline } from './template-outline.tsx'
import { useFilledTemplate } from './use-filled-template.ts'
import { useTemplates } from './use-templates.ts'

/** A dialog that chooses an e-mail of a template and inserts it in place of the content of an e-mail step. */
export function InsertTemplate({
  dataTableId,
  onInsert,
  onClose,
}: {
  dataTableId: string
  onInsert: (step: Step) => void
  onClose: () => void
}) {
  const templates = useTemplates()
  return (
    <Modal opened onClose={onClose} size="xl" title={t('Insert an e-mail from a template')}>
      <Loaded query={templates.query}>
        {(items) => (
          <Choice
            templates={items}
            language={templates.language}
            dataTableId={dataTableId}
            onLanguage={templates.choose}
            onInsert={onInsert}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Modal>
  )
}

function Choice({
  templates,
  language,
  dataTableId,
  onLanguage,
  onInsert,
  onClose,
}: Parameters<typeof InsertTemplate>[0] & {
  templates: readonly TemplateEntry[]
  language: Language
  onLanguage: (language: Language) => void
}) {
  const [templateId, setTemplateId] = useState('')
  const [position, setPosition] = useState<string | null>(null)
  const { query, columns, choose: chooseColumn } = useFilledTemplate(templateId, dataTableId)
  const table: DataTable | undefined = useQuery(dataTablesQuery).data?.find(({ id }) => id === dataTableId)
  const mails = templateId === '' ? [] : mailsIn(query.data?.steps ?? [])
  const mail = mails[Number(position ?? 0)] ?? mails[0]
  const choose = (id: string) => {
    setTemplateId(id)
    setPosition(null)
  }
  return (
    <Stack>
      <TemplateCards
        label={t('Template')}
        templates={templates}
        language={language}
        value={templateId}
        onChange={choose}
        onLanguage={(chosen) => {
          choose('')
          onLanguage(chosen)
        }}
      />
      {templateId !== '' && (
        <Loaded query={query}>
          {(preview) => (
            <>
              {mails.length > 1 && (
                <Select
                  label={t('E-mail of the template')}
                  data={mails.map((step, index) => ({
                    value: String(index),
                    label: `${index + 1}. ${typeOf(step).messageOf?.(step)?.subject ?? ''}`,
                  }))}
                  value={position ?? '0'}
                  onChange={setPosition}
                  allowDeselect={false}
                />
              )}
              {table !== undefined && (
                <TemplateColumns preview={preview} table={table} chosen={columns} onChoose={chooseColumn} />
              )}
              {mail !== undefined && <TemplateOutline steps={[mail]} />}
            </>
          )}
        </Loaded>
      )}
      <FormFooter
        onCancel={onClose}
        disabled={mail === undefined || query.isPlaceholderData}
        onAction={() => mail !== undefined && onInsert(mail)}
      >
        {t('Replace the e-mail')}
      </FormFooter>
    </Stack>
  )
}

/** Returns the steps with messages that a template can insert, in their order, with those in branches. */
function mailsIn(steps: readonly Step[]): readonly Step[] {
  return stepsWithPlaces(steps).flatMap(({ step }) => (typeOf(step).withTemplate === undefined ? [] : [step]))
}
