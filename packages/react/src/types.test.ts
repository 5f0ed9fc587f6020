import { expect, test } from '@jest/globals';
import type {
  ConfigContent,
  Connection,
  ConnectOptions,
  FieldSettings,
  Installation,
  Issue,
  Writ,
  WritInstallation,
} from '@writ/headless';
import type { ComponentProps } from 'react';
import type * as compat from './compat/index.ts';
import type * as hooks from './index.ts';

type Hooks = typeof hooks;
type Compat = typeof compat;
/** What a hook gives. */
type Of<Hook extends (...given: never[]) => unknown> = ReturnType<Hook>;

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** Compiles only where both are the same. */
const same = <A, B>(held: IsSame<A, B>): boolean => held;

test('hooks give what their names say', () => {
  expect([
    same<Of<Hooks['useInstallation']>['installation'], Installation | undefined>(true),
    same<Of<Hooks['useInstallation']>['load'], WritInstallation['load']>(true),
    same<Of<Hooks['useConnection']>['connection'], Connection | undefined>(true),
    same<Of<Hooks['useConnect']>['connect'], (options?: ConnectOptions) => Promise<Connection>>(true),
    same<
      Of<Hooks['useCreateInstallation']>['createInstallation'],
      (content?: ConfigContent) => Promise<Installation>
    >(true),
    same<
      Of<Hooks['useUpdateInstallation']>['updateInstallation'],
      (content?: ConfigContent) => Promise<Installation>
    >(true),
    same<Of<Hooks['useDeleteInstallation']>['deleteInstallation'], () => Promise<void>>(true),
    same<Parameters<Hooks['useFieldSetting']>, [objectName: string, fieldName: string]>(true),
    same<Of<Hooks['useFieldSetting']>['settings'], FieldSettings>(true),
    same<Of<Hooks['useWriteObject']>['errors'], readonly Issue[]>(true),
    same<Of<Hooks['useLocalConfig']>['draft'], ConfigContent>(true),
    same<ComponentProps<Hooks['WritProvider']>['writ'], Writ>(true),
  ]).not.toContain(false);
});

test("the shapes of the hosted service's library are kept", () => {
  type Told = {
    onSuccess?: (data: Installation) => void;
    onError?: (error: Error) => void;
    onSettled?: () => void;
  };
  expect([
    same<Of<Compat['useInstallation']>['error'], Error | null>(true),
    same<
      Of<Compat['useCreateInstallation']>['createInstallation'],
      (request: { config: ConfigContent } & Told) => void
    >(true),
    same<Of<Compat['useCreateInstallation']>['errorMsg'], string | null>(true),
    same<
      Parameters<Compat['useIsIntegrationInstalled']>,
      [integration: string, groupRef: string, consumerRef?: string | undefined]
    >(true),
    same<Of<Compat['useIsIntegrationInstalled']>['isIntegrationInstalled'], boolean | null>(true),
    same<
      ReturnType<Of<Compat['useLocalConfig']>['writeObject']>['getSelectedFieldSettings'],
      (fieldName: string) => FieldSettings | undefined
    >(true),
  ]).not.toContain(false);
});

test('what cannot be meant does not compile', () => {
  const setting: Of<Hooks['useFieldSetting']>['set'] = () => undefined;
  // @ts-expect-error Two members of one default.
  setting({ default: { stringValue: '', integerValue: 1 } });
  // @ts-expect-error `ifEmpty` is about updates.
  setting({ writeOnCreate: 'ifEmpty' });
  // @ts-expect-error Nobody's group.
  const nobodys: ComponentProps<Hooks['InstallationProvider']> = { integration: 'demo-hubspot' };
  setting({ default: undefined });
  expect(nobodys).toBeDefined();
});
