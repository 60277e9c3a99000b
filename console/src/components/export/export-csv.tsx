import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type CsvList, type CsvProgress, readCsv } from '../../api/export/csv-download.ts'
import { saveFile } from '../../api/export/save-file.ts'
import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'
import { showProblem } from '../problem/show-problem.tsx'
import { showDone } from '../show-done.ts'

/**
 * A button that saves a whole list as a CSV file, with the filter of the page. While the list is received, it shows the
 * number of rows, and a button cancels it. Leaving the page cancels it, too. The button is an icon if it has an
 * `iconLabel`, which names it.
 */
export function ExportCsv({ iconLabel, ...list }: CsvList & { readonly iconLabel?: string }) {
  const [progress, setProgress] = useState<CsvProgress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const save = async () => {
    const controller = new AbortController()
    running.current = controller
    setProgress({ rows: 0, bytes: 0 })
    let rows = 0
    const report = (now: CsvProgress) => {
      rows = now.rows
      setProgress(now)
    }
    try {
      saveFile(await readCsv(list, report, controller.signal), list.fileName)
      showDone(
        t('{fileName} has {rows, plural, one {# row} other {# rows}}.', { fileName: list.fileName, rows }),
        'export',
      )
    } catch (error) {
      if (!controller.signal.aborted) showProblem(error, t('The list was not exported'))
    } finally {
      if (running.current === controller) setProgress(null)
    }
  }
  if (progress === null && iconLabel !== undefined)
    return (
      <Tooltip label={t('Save as CSV')}>
        <ActionIcon variant="subtle" aria-label={iconLabel} onClick={() => void save()}>
          <Download size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  if (progress === null)
    return (
      <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={() => void save()}>
        {t('Export CSV')}
      </Button>
    )
  const { rows, bytes } = progress
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" c="dimmed" className="numbers" role="status">
        {bytes === 0
          ? t('Exporting…')
          : `${t('{rows, plural, one {# row} other {# rows}}', { rows })}${inMegabytes(bytes)}`}
      </Text>
      <Button variant="default" onClick={() => running.current?.abort()}>
        {t('Cancel export')}
      </Button>
    </Group>
  )
}

/** Returns the size of the received part; empty for a small part. */
function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000
  if (megabytes < 0.1) return ''
  return t(' · {megabytes} MB', {
    megabytes: megabytes.toLocaleString(language, { maximumFractionDigits: megabytes < 10 ? 1 : 0 }),
  })
}
