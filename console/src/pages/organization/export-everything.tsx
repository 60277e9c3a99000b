import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { t } from '../../languages/text.ts'

/** Downloads an archive with the data of the organization. */
export function ExportEverything() {
  return (
    <Button
      component="a"
      href="/api/v1/organization/export"
      download
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
    >
      {t('Export everything')}
    </Button>
  )
}
