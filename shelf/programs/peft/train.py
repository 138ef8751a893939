"""LoRA on a small Llama made from its configuration: the base stays, the adapter is trained and saved."""

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

torch.manual_seed(0)
config = LlamaConfig(vocab_size=64, hidden_size=16, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2, max_position_embeddings=32)
base = LlamaForCausalLM(config)
model = get_peft_model(base, LoraConfig(r=4, lora_alpha=8, target_modules=["q_proj", "v_proj"], task_type="CAUSAL_LM"))
model.print_trainable_parameters()
optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-2)
tokens = torch.randint(64, (8, 16))
for step in range(6):
    loss = model(input_ids=tokens, labels=tokens).loss
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    print(f"step {step}: {loss.item():.4f}")
model.save_pretrained("adapter")
torch.manual_seed(0)
again = PeftModel.from_pretrained(LlamaForCausalLM(config), "adapter")
print(f"loaded: {again(input_ids=tokens, labels=tokens).loss.item():.4f}")
