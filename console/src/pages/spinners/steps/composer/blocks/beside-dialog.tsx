import { Input, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../../../languages/text.ts'
import { ImageDialog } from '../image-dialog.tsx'
import type { BesideAttributes } from './block-html.ts'

type Side = BesideAttributes['side']

/** A dialog that puts an image of the organization beside text, on its left or right. */
export function BesideDialog({
  beside,
  onSet,
  onClose,
}: {
  /** The image to change; null to put one beside the selected text. */
  beside: BesideAttributes | null
  onSet: (beside: BesideAttributes) => void
  onClose: () => void
}) {
  const [side, setSide] = useState<Side>(beside?.side ?? 'left')
  return (
    <ImageDialog
      title={t('Image beside text')}
      initial={beside ?? undefined}
      onInsert={(image) => onSet({ ...image, side })}
      onClose={onClose}
    >
      <Input.Wrapper
        label={t('Side of the image')}
        description={t('On a narrow screen, the image is above the text.')}
      >
        <div>
          <SegmentedControl
            mt={6}
            aria-label={t('Side of the image')}
            data={[
              { value: 'left', label: t('Left of the text') },
              { value: 'right', label: t('Right of the text') },
            ]}
            value={side}
            onChange={setSide}
          />
        </div>
      </Input.Wrapper>
    </ImageDialog>
  )
}
