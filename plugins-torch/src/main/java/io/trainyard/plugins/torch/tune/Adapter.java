package io.trainyard.plugins.torch.tune;

import java.util.List;
import java.util.Locale;

/** Which weights are trained: all of them, or those of small matrices beside them, over weights that may be quantized. */
public enum Adapter {
    NONE,
    LORA,
    QLORA;

    static final String LORA_MODULES = "model.lora_attn_modules";
    static final String QUANTIZE = "model.quantize_base";
    private static final String DORA = "model.use_dora";

    /** The adapter that these arguments of {@code tune run} ask for. TorchTune cannot quantize with DoRA: that counts as LoRA, or as nothing. */
    static Adapter of(List<String> args) {
        if (isOn(QUANTIZE, args) && !isOn(DORA, args)) {
            return QLORA;
        }
        return args.stream().anyMatch(arg -> arg.contains(LORA_MODULES)) ? LORA : NONE;
    }

    /** Whether DoRA is asked for with quantized weights, but without the modules that it is to work on. */
    static boolean isQuantizedDoraWithoutModules(List<String> args) {
        return of(args) == NONE && isOn(QUANTIZE, args) && isOn(DORA, args);
    }

    private static boolean isOn(String setting, List<String> args) {
        return args.stream().anyMatch(arg -> {
            int equals = arg.indexOf('=');
            return equals > 0
                    && arg.substring(0, equals).contains(setting)
                    && arg.substring(equals + 1)
                            .strip()
                            .toLowerCase(Locale.ROOT)
                            .equals("true");
        });
    }
}
