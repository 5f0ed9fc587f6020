import * as Tooltip from '@radix-ui/react-tooltip';
import type { ReactElement } from 'react';
import styles from './tip.module.css';

type Given = {
  text: string;
  /** What is explained: an element that can have the focus. */
  children: ReactElement;
};

/** A short text about what is pointed at, or has the focus. */
export function Tip({ text, children }: Given) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Content className={styles['tip']} sideOffset={6} collisionPadding={8}>
        {text}
      </Tooltip.Content>
    </Tooltip.Root>
  );
}
