import assert from 'node:assert/strict';
import { contract } from '@tracklens/core/contract';
import type { ContractCase } from '../contract-service.ts';

export const systemCases: readonly ContractCase[] = [
  {
    title: 'each detail is set by itself and leaves the others',
    async run({ experiment }) {
      const one = await experiment();
      await one.setCommand(['train.py', '--lr', '1']);
      await one.setExecutable('/usr/bin/python');
      await one.setHostname('host');
      await one.setInstalledPackages(['a==1']);
      await one.setIp('10.0.0.1');
      await one.setMachine('x86_64');
      await one.setNetworkInterfaceIps(['10.0.0.1']);
      await one.setOs('Linux-6');
      await one.setOsPackages(['b']);
      await one.setOsRelease('6');
      await one.setOsType('Linux');
      await one.setPid('42');
      await one.setProcessor('cpu');
      await one.setPythonVersion('3.11');
      await one.setPythonVersionVerbose('3.11 (main)');
      await one.setUser('ada');
      const gpu = { gpuIndex: 0, name: 'g', uuid: 'u', totalMemory: 5, powerLimit: 6 };
      await one.setGpuStaticInfo([gpu]);
      await one.logAdditionalSystemInfo('rack', 7);
      assert.deepEqual(await one.getCommand(), ['train.py', '--lr', '1']);
      assert.deepEqual(
        [
          await one.getExecutable(),
          await one.getHostname(),
          await one.getIp(),
          await one.getMachine(),
          await one.getOs(),
          await one.getOsRelease(),
          await one.getOsType(),
          await one.getProcessor(),
          await one.getPythonVersion(),
          await one.getPythonVersionVerbose(),
          await one.getUser(),
          await one.getPid(),
        ],
        [
          '/usr/bin/python',
          'host',
          '10.0.0.1',
          'x86_64',
          'Linux-6',
          '6',
          'Linux',
          'cpu',
          '3.11',
          '3.11 (main)',
          'ada',
          42,
        ],
      );
      assert.deepEqual(await one.getInstalledPackages(), ['a==1']);
      assert.deepEqual([await one.getOsPackages(), await one.getEnvironmentDetails()], [['b'], ['b']]);
      assert.deepEqual(await one.getNetworkInterfaceIps(), ['10.0.0.1']);
      assert.deepEqual(await one.getGpuStaticInfo(), [gpu]);
      assert.deepEqual(await one.getAdditionalSystemInfo(), [{ key: 'rack', value: 7 }]);
      await assert.rejects(one.setGpuStaticInfo([{ name: 'g' } as never]), { code: 'invalid' });
    },
  },
  {
    title: 'an experiment of which nothing is known has empty details, not missing ones',
    async run({ experiment }) {
      const one = await experiment();
      const details = await one.getSystemDetails();
      assert.deepEqual([details.user, details.command, details.gpuStaticInfoList], [null, [], []]);
      assert.deepEqual([await one.getHostname(), await one.getUser(), await one.getOs()], [null, null, null]);
      assert.deepEqual(await one.getAdditionalSystemInfo(), []);
      assert.deepEqual([await one.getMaxMemory(), await one.getTotalMemory(), await one.getPid()], [null, null, null]);
    },
  },
  {
    title: 'cloud and imported libraries are taken',
    async run({ wire, experiment }) {
      const { key } = await experiment();
      const { setCloudDetails, setDependencies } = contract.system;
      await wire(setCloudDetails, { body: { experimentKey: key, provider: 'x', metadata: {} } });
      const logDependencies = [{ name: 'numpy', version: '2' }];
      await wire(setDependencies, { body: { experimentKey: key, timestamp: 1, logDependencies } });
    },
  },
];
