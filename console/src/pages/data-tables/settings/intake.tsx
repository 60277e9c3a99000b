import { Collapse, Radio, Select, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { unlessChanged } from '../../../components/settings/unless-changed.ts'
import { useSeenRevision } from '../../../components/settings/use-seen-revision.ts'
import { wordsOfDuration } from '../../../components/time/duration.ts'
import { t } from '../../../languages/text.ts'
import { Setting } from './setting.tsx'

type Draft = Pick<DataTable, 'acceptsAnyFormat' | 'duplicateWindowSeconds' | 'mapsAutomatically'>

const windows = [0, 60, 600, 3_600, 86_400, 604_800]

/**
 * Settings of a data table for deliveries: whether those that do not fit are refused or held, how long
 * repeats are ignored, and whether new formats are mapped automatically.
 */
export function Intake({ table }: { table: DataTable }) {
  const { acceptsAnyFormat, duplicateWindowSeconds, mapsAutomatically } = table
  const saved: Draft = { acceptsAnyFormat, duplicateWindowSeconds, mapsAutomatically }
  const change = useChangeDataTable(table.id)
  const [chosen, setChosen] = useState<Partial<Draft>>({})
  const revision = useSeenRevision(table, {
    value: saved,
    isEdited: Object.keys(chosen).length > 0,
    answer: change.data,
  })
  const draft: Draft = { ...saved, ...chosen }
  const set = (part: Partial<Draft>) => setChosen({ ...chosen, ...part })
  const choices = [...new Set([...windows, duplicateWindowSeconds])].toSorted((a, b) => a - b)
  return (
    <Setting
      title={t('Arrivals that do not fit')}
      description={t(
        'What happens to an arrival that does not fit this table. In both cases, the page Arrivals lists it with the reason, and you can admit it there.',
      )}
      verb={t('Save setting')}
      isChanged={JSON.stringify(draft) !== JSON.stringify(saved)}
      isPending={change.isPending}
      isSaved={change.isSuccess}
      error={change.error}
      revision={revision}
      onSave={(seen) =>
        change.mutate(
          { changes: draft, revision: seen },
          { onSuccess: () => setChosen(unlessChanged(chosen, {})) },
        )
      }
    >
      <Radio.Group
        value={draft.acceptsAnyFormat}
        onChange={(value) => set({ acceptsAnyFormat: value })}
        aria-label={t('Arrivals that do not fit')}
      >
        <IntakeChoices />
      </Radio.Group>
      <Collapse expanded={draft.acceptsAnyFormat}>
        <Stack gap="md">
          <Select
            label={t('Repeated arrivals')}
            description={t(
              'How long identical content counts as a repeat, which Spindle ignores. An arrival with an id is recognized by the id for four days.',
            )}
            data={choices.map((seconds) => ({
              value: String(seconds),
              label:
                seconds === 0
                  ? t('Never ignore repeats')
                  : t('Ignore repeats within {duration}', { duration: wordsOfDuration(seconds) }),
            }))}
            value={String(draft.duplicateWindowSeconds)}
            onChange={(value) => set({ duplicateWindowSeconds: Number(value) })}
            allowDeselect={false}
            maw={420}
          />
          <Switch
            checked={draft.mapsAutomatically}
            onChange={(event) => set({ mapsAutomatically: event.currentTarget.checked })}
            label={t('Apply unambiguous mappings automatically')}
            description={t(
              'Spindle maps a new format automatically if exactly one value fits each required column. It never creates columns.',
            )}
          />
        </Stack>
      </Collapse>
    </Setting>
  )
}

/** The choices for arrivals that do not fit, within their group. */
function IntakeChoices() {
  return (
    <Stack gap="sm">
      <Radio
        value="strict"
        label={t('Strict: refuse the arrival')}
        description={t(
          'A strict table accepts only {“records”: […]} with its own columns and answers all else with an error. Choose it for scripts that handle errors.',
        )}
      />
      <Radio
        value="open"
        label={t('Open: hold the arrival')}
        description={t(
          'An open table accepts any format: it adds the records that fit and holds the others for you. Choose it for CRMs and forms, because many of them do not send a lead again after an error.',
        )}
      />
    </Stack>
  )
}
